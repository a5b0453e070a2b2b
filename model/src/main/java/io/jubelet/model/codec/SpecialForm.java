package io.jubelet.model.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import java.io.IOException;

/// How one message type is written in JSON when that is not an object of its fields.
///
/// Thread: implementations are stateless.
interface SpecialForm {

    /// Fills `into` from `value`, which is not null.
    ///
    /// @throws IllegalArgumentException with upstream's words when the value is not of this form
    void read(Tree value, Message.Builder into);

    /// Writes the message as one JSON value.
    void write(Message message, JsonGenerator out) throws IOException;
}
