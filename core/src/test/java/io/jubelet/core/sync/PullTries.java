package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.image.CollectionSettings;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.NodeCredentials;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.image.ServiceAccounts;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.sync.ImagePuller.Result;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.StepExecution;
import io.jubelet.core.volume.ObjectLookup;

/// One pod that asks for its image again and again.
final class PullTries {
    private final StepExecution execution;
    private final ImagePuller puller;
    private final DesiredPod pod = Pods.pod("web").containers("app").build();
    private RestartBackOff backOff = RestartBackOff.NONE;

    PullTries(
            StepExecution execution,
            ImageService images,
            PullSettings settings,
            EventRecorder recorder) {
        this.execution = execution;
        this.puller =
                new ImagePuller(
                        new ImagePulls(
                                execution,
                                images,
                                with(settings),
                                ServiceAccounts.NONE,
                                _ -> {},
                                () -> {},
                                Meter.NONE),
                        new PullSecrets(ObjectLookup.NONE),
                        new PodEvents(recorder));
    }

    Result look(Container container) {
        return puller.ensure(pod, ImageNeed.of(container), backOff, execution.now());
    }

    /// The answer when nothing is under way any more.
    Result next(Container container) {
        var result = look(container);
        if (result instanceof Result.Coming) {
            execution.run();
            result = look(container);
        }
        if (result instanceof Result.Missing missing && missing.pullFailed()) {
            var now = execution.now();
            backOff = backOff.lengthened(ImageNeed.of(container).backOffKey(), now, now);
        }
        return result;
    }

    private static ImageSettings with(PullSettings pulls) {
        return new ImageSettings(pulls, CollectionSettings.STANDARD, NodeCredentials.NONE);
    }

    /// The pod ends.
    void end() {
        puller.leave(pod.uid());
    }

    /// As if it had failed before.
    PullTries after(RestartBackOff failures) {
        backOff = failures;
        return this;
    }

    static Container container(String policy) {
        return Pods.container("app").toBuilder().setImagePullPolicy(policy).build();
    }
}
