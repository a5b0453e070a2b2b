package io.jubelet.core.cluster;

/// Which objects of a resource are meant.
///
/// @param namespace empty for all
/// @param labels a label selector as the API writes it; empty for all
/// @param fields a field selector as the API writes it, such as `spec.nodeName=a`; empty for all
public record Selection(String namespace, String labels, String fields) {
    public static final Selection ALL = new Selection("", "", "");

    public static Selection byFields(String fields) {
        return new Selection("", "", fields);
    }

    /// One object, as a selection that can be watched.
    public static Selection of(ObjectName name) {
        return new Selection(name.namespace(), "", "metadata.name=" + name.name());
    }
}
