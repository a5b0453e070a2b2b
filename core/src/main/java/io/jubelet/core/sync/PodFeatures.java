package io.jubelet.core.sync;

/// Which of the parts of a pod that have a feature gate this node knows.
///
/// @param environmentFiles whether variables may come from files of a volume (EnvFiles)
public record PodFeatures(boolean environmentFiles) {
    public static final PodFeatures ALL = new PodFeatures(true);
}
