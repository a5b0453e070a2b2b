package io.jubelet.core.volume;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.DownwardAPIVolumeFile;
import io.jubelet.api.core.KeyToPath;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.ServiceAccountTokenProjection;
import io.jubelet.api.core.Volume;
import io.jubelet.api.core.VolumeProjection;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.VolumeFiles.ContentFile;
import io.jubelet.core.volume.ObjectLookup.Answer;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Collects the files of one volume from the objects, fields and tokens that it names.
///
/// Thread: the pod's volume thread; a token may be asked for at the API server.
/// Upstream: configmap, secret, downwardapi and projected MakePayload and collectData.
final class VolumeContent {
    private static final int DEFAULT_MODE = 0644;
    private static final int OWNER_ONLY = 0600;

    private final DesiredPod pod;
    private final Map<String, Quantity> allocatable;
    private final ObjectLookup objects;
    private final Map<String, ContentFile> files = new TreeMap<>();
    private int defaultMode = DEFAULT_MODE;
    private Optional<Tick> refreshAt = Optional.empty();
    private Optional<ObjectProblem> problem = Optional.empty();

    private VolumeContent(DesiredPod pod, Map<String, Quantity> allocatable, ObjectLookup objects) {
        this.pod = pod;
        this.allocatable = allocatable;
        this.objects = objects;
    }

    /// What came of it.
    sealed interface Result {
        /// @param refreshAt when it grows too old
        record Complete(List<ContentFile> files, Optional<Tick> refreshAt) implements Result {}

        record Incomplete(ObjectProblem problem) implements Result {}
    }

    static Result collect(
            DesiredPod pod,
            Volume volume,
            Map<String, Quantity> allocatable,
            ObjectLookup objects) {
        var content = new VolumeContent(pod, allocatable, objects);
        content.take(volume);
        return content.problem
                .<Result>map(Result.Incomplete::new)
                .orElseGet(
                        () ->
                                new Result.Complete(
                                        List.copyOf(content.files.values()), content.refreshAt));
    }

    private void take(Volume volume) {
        var source = volume.getVolumeSource();
        if (source.hasConfigMap()) {
            var map = source.getConfigMap();
            defaultMode = map.hasDefaultMode() ? map.getDefaultMode() : DEFAULT_MODE;
            var name = map.getLocalObjectReference().getName();
            takeConfigMap(name, map.getItemsList(), map.getOptional());
        } else if (source.hasSecret()) {
            var secret = source.getSecret();
            defaultMode = secret.hasDefaultMode() ? secret.getDefaultMode() : DEFAULT_MODE;
            takeSecret(secret.getSecretName(), secret.getItemsList(), secret.getOptional());
        } else if (source.hasDownwardAPI()) {
            var api = source.getDownwardAPI();
            defaultMode = api.hasDefaultMode() ? api.getDefaultMode() : DEFAULT_MODE;
            api.getItemsList().forEach(this::takeField);
        } else {
            var projected = source.getProjected();
            defaultMode = projected.hasDefaultMode() ? projected.getDefaultMode() : DEFAULT_MODE;
            projected.getSourcesList().forEach(this::takePart);
        }
    }

    private void takePart(VolumeProjection part) {
        if (part.hasConfigMap()) {
            var map = part.getConfigMap();
            var name = map.getLocalObjectReference().getName();
            takeConfigMap(name, map.getItemsList(), map.getOptional());
        } else if (part.hasSecret()) {
            var secret = part.getSecret();
            var name = secret.getLocalObjectReference().getName();
            takeSecret(name, secret.getItemsList(), secret.getOptional());
        } else if (part.hasDownwardAPI()) {
            part.getDownwardAPI().getItemsList().forEach(this::takeField);
        } else if (part.hasServiceAccountToken()) {
            takeToken(part.getServiceAccountToken());
        }
    }

    private void takeConfigMap(String name, List<KeyToPath> items, boolean optional) {
        switch (objects.configMap(pod.identity().namespace(), name)) {
            case Answer.Found<ConfigMap>(var map) -> {
                var data = new TreeMap<String, ByteString>();
                map.getDataMap().forEach((k, text) -> data.put(k, ByteString.copyFromUtf8(text)));
                map.getBinaryDataMap().forEach(data::putIfAbsent);
                takeKeys("configmap", name, data, items, optional);
            }
            case Answer.Without<ConfigMap>(var why) -> without(why, optional);
        }
    }

    private void takeSecret(String name, List<KeyToPath> items, boolean optional) {
        switch (objects.secret(pod.identity().namespace(), name)) {
            case Answer.Found<Secret>(var secret) ->
                    takeKeys("secret", name, secret.getDataMap(), items, optional);
            case Answer.Without<Secret>(var why) -> without(why, optional);
        }
    }

    /// Optional is what may be missing, not what cannot be read.
    private void without(ObjectProblem why, boolean optional) {
        if (!(optional && why instanceof ObjectProblem.Missing)) {
            note(why);
        }
    }

    private void takeKeys(
            String kind,
            String name,
            Map<String, ByteString> data,
            List<KeyToPath> items,
            boolean optional) {
        if (items.isEmpty()) {
            data.forEach((key, bytes) -> put(key, bytes, defaultMode, OptionalLong.empty()));
            return;
        }
        for (var item : items) {
            var bytes = data.get(item.getKey());
            if (bytes != null) {
                var mode = item.hasMode() ? item.getMode() : defaultMode;
                put(item.getPath(), bytes, mode, OptionalLong.empty());
            } else if (!optional) {
                note(noKey(kind, name, item.getKey()));
            }
        }
    }

    private ObjectProblem noKey(String kind, String name, String key) {
        var sentence =
                kind.equals("secret")
                        ? "references non-existent secret key: " + key
                        : "configmap references non-existent config key: " + key;
        return new ObjectProblem.KeyMissing(kind, pod.identity().namespace(), name, key, sentence);
    }

    private void takeField(DownwardAPIVolumeFile file) {
        var mode = file.hasMode() ? file.getMode() : defaultMode;
        Optional<String> value;
        String what;
        if (file.hasResourceFieldRef()) {
            var selector = file.getResourceFieldRef();
            what = "unsupported container resource : " + selector.getResource();
            value = ResourceFields.value(selector, pod.pod(), Optional.empty(), allocatable);
        } else {
            var path = file.getFieldRef().getFieldPath();
            what = "unsupported fieldPath: " + path;
            value = PodFields.metadata(path, pod.pod());
        }
        value.ifPresentOrElse(
                text ->
                        put(
                                file.getPath(),
                                ByteString.copyFromUtf8(text),
                                mode,
                                OptionalLong.empty()),
                () -> note(new ObjectProblem.Nonsense(what)));
    }

    private void takeToken(ServiceAccountTokenProjection part) {
        var seconds = part.hasExpirationSeconds() ? part.getExpirationSeconds() : 3600;
        switch (objects.token(pod, part.getAudience(), seconds)) {
            case Answer.Found<ObjectLookup.Token>(var token) -> {
                var user = VolumeOrderCalculator.commonUser(pod.pod());
                var grouped = pod.pod().getSpec().getSecurityContext().hasFsGroup();
                var mode = grouped || user.isPresent() ? OWNER_ONLY : defaultMode;
                put(part.getPath(), ByteString.copyFromUtf8(token.text()), mode, user);
                refreshAt =
                        refreshAt
                                .filter(earlier -> earlier.isBefore(token.refreshAt()))
                                .or(() -> Optional.of(token.refreshAt()));
            }
            case Answer.Without<ObjectLookup.Token>(var why) -> note(why);
        }
    }

    private void put(String path, ByteString bytes, int mode, OptionalLong owner) {
        files.put(path, new ContentFile(path, bytes, mode, owner));
    }

    /// Of several problems the first is told.
    private void note(ObjectProblem found) {
        problem = problem.or(() -> Optional.of(found));
    }
}
