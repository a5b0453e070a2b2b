package io.jubelet.core.sync;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.ConfigMapKeySelector;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.EnvFromSource;
import io.jubelet.api.core.EnvVar;
import io.jubelet.api.core.EnvVarSource;
import io.jubelet.api.core.FileKeySelector;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.SecretKeySelector;
import io.jubelet.api.core.Service;
import io.jubelet.core.desired.VariableExpansion;
import io.jubelet.core.volume.NodeSetting;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.volume.ObjectLookup.Answer;
import io.jubelet.core.volume.PodFields;
import io.jubelet.core.volume.ResourceFields;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.model.pod.PodNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The environment of one container: what its objects give, then what it names itself, then the
/// services it does not hide. Pure but for what it looks up.
///
/// Upstream: kubelet_pods.go makeEnvironmentVariables.
final class EnvironmentCalculator {
    private final Pod pod;
    private final Container container;
    private final PodFields.Addresses addresses;
    private final NodeSetting node;
    private final ObjectLookup objects;
    private final EnvironmentFiles files;
    private final Map<String, String> own = new LinkedHashMap<>();
    private final Map<String, String> services;

    private EnvironmentCalculator(
            Pod pod,
            Container container,
            PodFields.Addresses addresses,
            NodeSetting node,
            ObjectLookup objects,
            EnvironmentFiles files,
            Map<String, String> services) {
        this.pod = pod;
        this.container = container;
        this.addresses = addresses;
        this.node = node;
        this.objects = objects;
        this.files = files;
        this.services = services;
    }

    /// What came of it. Its text shows no value.
    sealed interface Result {
        record Complete(Map<String, String> variables) implements Result {
            @Override
            public String toString() {
                return "Complete" + variables.keySet();
            }
        }

        record Incomplete(ObjectProblem problem) implements Result {}
    }

    static Result calculate(
            Pod pod,
            Container container,
            List<String> podIps,
            NodeSetting node,
            ObjectLookup objects,
            EnvironmentFiles files) {
        return switch (objects.services()) {
            // A static pod never waits for the API server.
            case Answer.Without<List<Service>>(var problem) when !PodNames.isStatic(pod) ->
                    new Result.Incomplete(problem);
            case Answer.Without<List<Service>> _ ->
                    calculate(pod, container, podIps, node, objects, files, List.of());
            case Answer.Found<List<Service>>(var found) ->
                    calculate(pod, container, podIps, node, objects, files, found);
        };
    }

    private static Result calculate(
            Pod pod,
            Container container,
            List<String> podIps,
            NodeSetting node,
            ObjectLookup objects,
            EnvironmentFiles files,
            List<Service> services) {
        var links = !pod.getSpec().hasEnableServiceLinks() || pod.getSpec().getEnableServiceLinks();
        return new EnvironmentCalculator(
                        pod,
                        container,
                        new PodFields.Addresses(podIps, node.addresses()),
                        node,
                        objects,
                        files,
                        ServiceVariables.of(services, namespace(pod), links))
                .calculate();
    }

    private static String namespace(Pod pod) {
        return pod.getMetadata().getNamespace();
    }

    private Result calculate() {
        for (var source : container.getEnvFromList()) {
            var problem = takeAll(source);
            if (problem.isPresent()) {
                return new Result.Incomplete(problem.get());
            }
        }
        for (var variable : container.getEnvList()) {
            switch (value(variable)) {
                case Value.Text(var text) -> own.put(variable.getName(), text);
                case Value.Unset _ -> {}
                case Value.Problem(var problem) -> {
                    return new Result.Incomplete(problem);
                }
            }
        }
        var all = new LinkedHashMap<>(own);
        services.forEach(all::putIfAbsent);
        return new Result.Complete(all);
    }

    /// The value of one variable.
    private sealed interface Value {
        record Text(String text) implements Value {}

        /// Optional, and not there.
        record Unset() implements Value {}

        record Problem(ObjectProblem problem) implements Value {}
    }

    private Optional<ObjectProblem> takeAll(EnvFromSource source) {
        if (source.hasConfigMapRef()) {
            var reference = source.getConfigMapRef();
            var name = reference.getLocalObjectReference().getName();
            return switch (objects.configMap(namespace(pod), name)) {
                case Answer.Found<ConfigMap>(var map) -> take(source.getPrefix(), map.getDataMap());
                case Answer.Without<ConfigMap>(var problem) ->
                        unless(reference.getOptional(), problem);
            };
        }
        if (source.hasSecretRef()) {
            var reference = source.getSecretRef();
            var name = reference.getLocalObjectReference().getName();
            return switch (objects.secret(namespace(pod), name)) {
                case Answer.Found<Secret>(var secret) -> {
                    var texts = new TreeMap<String, String>();
                    secret.getDataMap().forEach((key, data) -> texts.put(key, data.toStringUtf8()));
                    yield take(source.getPrefix(), texts);
                }
                case Answer.Without<Secret>(var problem) ->
                        unless(reference.getOptional(), problem);
            };
        }
        return Optional.empty();
    }

    private Optional<ObjectProblem> take(String prefix, Map<String, String> data) {
        new TreeMap<>(data).forEach((key, text) -> own.put(prefix + key, text));
        return Optional.empty();
    }

    /// Optional is what may be missing, not what cannot be read.
    private static Optional<ObjectProblem> unless(boolean optional, ObjectProblem problem) {
        return optional && problem instanceof ObjectProblem.Missing
                ? Optional.empty()
                : Optional.of(problem);
    }

    private Value value(EnvVar variable) {
        if (!variable.getValue().isEmpty()) {
            var known = new LinkedHashMap<>(services);
            known.putAll(own);
            return new Value.Text(VariableExpansion.expand(variable.getValue(), known));
        }
        return variable.hasValueFrom() ? value(variable.getValueFrom()) : new Value.Text("");
    }

    private Value value(EnvVarSource source) {
        if (source.hasFieldRef()) {
            var path = source.getFieldRef().getFieldPath();
            return PodFields.value(path, pod, addresses)
                    .<Value>map(Value.Text::new)
                    .orElseGet(() -> nonsense("unsupported fieldPath: " + path));
        }
        if (source.hasResourceFieldRef()) {
            var selector = source.getResourceFieldRef();
            return ResourceFields.value(selector, pod, Optional.of(container), node.allocatable())
                    .<Value>map(Value.Text::new)
                    .orElseGet(
                            () ->
                                    nonsense(
                                            "unsupported container resource : "
                                                    + selector.getResource()));
        }
        if (source.hasConfigMapKeyRef()) {
            return value(source.getConfigMapKeyRef());
        }
        if (source.hasSecretKeyRef()) {
            return value(source.getSecretKeyRef());
        }
        return source.hasFileKeyRef() ? value(source.getFileKeyRef()) : new Value.Text("");
    }

    private static Value nonsense(String sentence) {
        return new Value.Problem(new ObjectProblem.Nonsense(sentence));
    }

    private Value value(ConfigMapKeySelector selector) {
        var name = selector.getLocalObjectReference().getName();
        return switch (objects.configMap(namespace(pod), name)) {
            case Answer.Found<ConfigMap>(var map) -> {
                var text = map.getDataMap().get(selector.getKey());
                yield text == null
                        ? noKey("ConfigMap", name, selector.getKey(), selector.getOptional())
                        : new Value.Text(text);
            }
            case Answer.Without<ConfigMap>(var problem) -> without(selector.getOptional(), problem);
        };
    }

    private Value value(SecretKeySelector selector) {
        var name = selector.getLocalObjectReference().getName();
        return switch (objects.secret(namespace(pod), name)) {
            case Answer.Found<Secret>(var secret) -> {
                var data = secret.getDataMap().get(selector.getKey());
                yield data == null
                        ? noKey("Secret", name, selector.getKey(), selector.getOptional())
                        : new Value.Text(data.toStringUtf8());
            }
            case Answer.Without<Secret>(var problem) -> without(selector.getOptional(), problem);
        };
    }

    private Value value(FileKeySelector selector) {
        return switch (files.value(selector)) {
            case EnvironmentFiles.Answer.Found(var text) -> new Value.Text(text);
            case EnvironmentFiles.Answer.Unset _ -> new Value.Unset();
            case EnvironmentFiles.Answer.Unusable(var problem) -> new Value.Problem(problem);
        };
    }

    private Value without(boolean optional, ObjectProblem problem) {
        return unless(optional, problem).<Value>map(Value.Problem::new).orElseGet(Value.Unset::new);
    }

    private Value noKey(String kind, String name, String key, boolean optional) {
        if (optional) {
            return new Value.Unset();
        }
        var sentence =
                "couldn't find key " + key + " in " + kind + " " + namespace(pod) + "/" + name;
        return new Value.Problem(
                new ObjectProblem.KeyMissing(kind, namespace(pod), name, key, sentence));
    }
}
