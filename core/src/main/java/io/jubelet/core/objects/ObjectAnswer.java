package io.jubelet.core.objects;

import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.Optional;

/// What is known of one object that a pod names.
public sealed interface ObjectAnswer<T> {
    record Found<T>(T object) implements ObjectAnswer<T> {}

    /// The API server has none of that name.
    record Missing<T>() implements ObjectAnswer<T> {}

    /// The API server does not let us read it.
    record Forbidden<T>(String reason) implements ObjectAnswer<T> {}

    /// Nobody has answered yet.
    ///
    /// @param reason of the last failure; empty if there was none
    record NotHeardYet<T>(String reason) implements ObjectAnswer<T> {}

    default Optional<T> found() {
        return this instanceof Found<T>(var object) ? Optional.of(object) : Optional.empty();
    }

    /// Why a pod has to wait for it; empty if it is here.
    ///
    /// @param kind upstream's word in small letters, such as `secret`
    default Optional<ObjectProblem> problem(String kind, ObjectName name) {
        return switch (this) {
            case Found<T> _ -> Optional.empty();
            case Missing<T> _ ->
                    Optional.of(new ObjectProblem.Missing(kind, name.namespace(), name.name()));
            case Forbidden<T>(var why) ->
                    Optional.of(
                            new ObjectProblem.Forbidden(kind, name.namespace(), name.name(), why));
            case NotHeardYet<T>(var why) ->
                    Optional.of(
                            new ObjectProblem.Unread(
                                    kind,
                                    name.namespace(),
                                    name.name(),
                                    kind
                                            + " "
                                            + name
                                            + " is not known yet"
                                            + (why.isEmpty() ? "" : ": " + why)));
        };
    }
}
