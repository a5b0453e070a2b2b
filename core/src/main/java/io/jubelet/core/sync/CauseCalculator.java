package io.jubelet.core.sync;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.Secret;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.objects.PodReferencesCalculator;
import io.jubelet.core.objects.PodReferencesCalculator.Names;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.volume.ObjectLookup.Answer;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Which objects a container's failures may come from, and their versions as they are known now.
/// Pure but for what it looks up.
///
/// Upstream has nothing like it: there a corrected config map waits for the back-off's end.
final class CauseCalculator {
    private final ObjectLookup objects;

    CauseCalculator(ObjectLookup objects) {
        this.objects = objects;
    }

    /// The objects that the container's variables and volumes name.
    Causes ofRestart(DesiredPod pod, Container container) {
        return versions(PodReferencesCalculator.of(pod.pod(), container));
    }

    /// The pod's pull secrets.
    Causes ofPull(DesiredPod pod) {
        return versions(PodReferencesCalculator.ofPulls(pod.pod()));
    }

    /// The same of all that has failed, by the keys of its waits.
    Map<String, Causes> of(DesiredPod pod, RestartBackOff backOff) {
        var all = new LinkedHashMap<String, Causes>();
        Stream.of(pod.initContainers(), pod.containers(), pod.ephemeralContainers())
                .flatMap(containers -> containers.stream())
                .forEach(
                        container -> {
                            var restart = ContainerPlanner.backOffKey(container);
                            if (backOff.entries().containsKey(restart)) {
                                all.put(restart, ofRestart(pod, container));
                            }
                            pulls(pod, container)
                                    .filter(backOff.entries()::containsKey)
                                    .forEach(pull -> all.put(pull, ofPull(pod)));
                        });
        return all;
    }

    private static Stream<String> pulls(DesiredPod pod, Container container) {
        return Stream.concat(
                        ContainerImages.volumes(pod, container).stream(),
                        Stream.of(ImageNeed.of(container)))
                .map(ImageNeed::backOffKey);
    }

    private Causes versions(Names names) {
        var versions = new TreeMap<String, String>();
        for (var name : names.configMaps()) {
            var key = "configmap/" + name;
            switch (objects.configMap(name.namespace(), name.name())) {
                case Answer.Found<ConfigMap>(var map) ->
                        versions.put(key, map.getMetadata().getResourceVersion());
                case Answer.Without<ConfigMap>(var problem) -> without(versions, key, problem);
            }
        }
        for (var name : names.secrets()) {
            var key = "secret/" + name;
            switch (objects.secret(name.namespace(), name.name())) {
                case Answer.Found<Secret>(var secret) ->
                        versions.put(key, secret.getMetadata().getResourceVersion());
                case Answer.Without<Secret>(var problem) -> without(versions, key, problem);
            }
        }
        return new Causes(versions);
    }

    /// That there is none is known; what cannot be read is not.
    private static void without(Map<String, String> versions, String key, ObjectProblem problem) {
        if (problem instanceof ObjectProblem.Missing) {
            versions.put(key, Causes.MISSING);
        }
    }
}
