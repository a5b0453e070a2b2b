package io.jubelet.core.image;

/// What of the configuration is about images.
///
/// @param credentials what this machine itself opens registries with
/// @param trust who may use what is here already
public record ImageSettings(
        PullSettings pulls,
        CollectionSettings collection,
        NodeCredentials credentials,
        PullTrust trust) {
    public static final ImageSettings STANDARD =
            new ImageSettings(
                    PullSettings.STANDARD, CollectionSettings.STANDARD, NodeCredentials.NONE);

    /// Of a machine where everybody may use everything.
    public ImageSettings(
            PullSettings pulls, CollectionSettings collection, NodeCredentials credentials) {
        this(pulls, collection, credentials, PullTrust.OPEN);
    }
}
