package io.jubelet.model.codec;

import com.google.protobuf.Message;
import java.util.List;

/// A message read from a document, with the type it named (empty when it named none) and, after
/// strict reading, what was wrong with its fields in the order of the document.
///
/// Thread: immutable.
public record Decoded<M extends Message>(
        String apiVersion, String kind, M message, List<Problem> problems) {
    public Decoded {
        problems = List.copyOf(problems);
    }
}
