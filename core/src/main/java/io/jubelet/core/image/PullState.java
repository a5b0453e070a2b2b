package io.jubelet.core.image;

import io.jubelet.core.runtime.ImageService.LocalImage;
import java.time.Duration;
import java.util.Optional;

/// How far a pull is.
public sealed interface PullState {
    /// Others come first.
    ///
    /// @param behind the image whose pull has run the longest
    /// @param ahead how many come first
    record Queued(String behind, int ahead) implements PullState {}

    record Running() implements PullState {}

    /// It is over, and this is the only time that anybody is told.
    sealed interface Ended extends PullState {}

    /// The registry was asked.
    sealed interface Tried extends Ended {}

    /// Only what the pod has was looked into.
    sealed interface Judged extends Ended {}

    /// @param reference what containers are made from
    /// @param image what else is known of it, if the runtime told
    /// @param pulling how long the pull itself took
    /// @param whole how long with the wait before it
    record Pulled(String reference, Optional<LocalImage> image, Duration pulling, Duration whole)
            implements Tried {}

    /// Nothing had to be pulled: what the pod has opens the image that is here.
    record Entitled(LocalImage image) implements Judged {}

    /// Nothing of what the pod has opens the image that is here.
    record NotEntitled() implements Judged {}

    /// @param reason in the runtime's words
    record Refused(String reason) implements Tried {}
}
