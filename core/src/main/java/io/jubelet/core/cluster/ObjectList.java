package io.jubelet.core.cluster;

import com.google.protobuf.Message;
import java.util.List;

/// Objects as they were at one version.
public record ObjectList<T extends Message>(List<T> items, String resourceVersion) {
    public ObjectList {
        items = List.copyOf(items);
    }
}
