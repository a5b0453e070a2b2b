package io.jubelet.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import com.google.protobuf.Message;
import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.authentication.TokenRequestSpec;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.ObjectWatch.Next;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the agent relies on in an API server, whichever it is.
@SuppressWarnings("NullAway.Init") // JUnit fills the fields before each test.
public abstract class ClusterApiContract {
    private static final String NAMESPACE = "default";
    private static final String NODE = "contract-node";
    private static final ObjectName SETTINGS = new ObjectName(NAMESPACE, "contract-settings");
    private static final ObjectName WEB = new ObjectName(NAMESPACE, "contract-web");
    private static final Duration LONG = Duration.ofSeconds(30);

    private World world;
    private ClusterApi api;

    /// A server with the namespace `default`, ready for calls from the test's thread.
    public interface World extends AutoCloseable {
        /// The server for somebody who may do everything.
        ClusterApi api();

        /// The same server for somebody who may not read secrets.
        ClusterApi stranger();

        /// Makes versions that are older than now too old to watch from, where that does not come
        /// by itself.
        void forgetHistory();

        @Override
        void close();
    }

    protected abstract World open();

    @BeforeEach
    final void begin() {
        world = open();
        api = world.api();
        forget(ApiResource.CONFIG_MAPS, SETTINGS);
        forget(ApiResource.PODS, WEB);
    }

    @AfterEach
    final void end() {
        world.close();
    }

    private void forget(ApiResource<?> resource, ObjectName name) {
        try {
            api.delete(resource, name, new Deletion(OptionalLong.of(0), Optional.empty()));
        } catch (ApiCallException failure) {
            assertThat(failure.code()).isEqualTo(Code.NOT_FOUND);
        }
    }

    @Test
    void whatWasCreatedIsThereWithAnIdentityOfItsOwn() {
        var created = createSettings("blue");

        assertThat(created.getMetadata().getUid()).isNotEmpty();
        assertThat(created.getMetadata().getResourceVersion()).isNotEmpty();
        assertThat(created.getMetadata().getCreationTimestamp().getSeconds()).isPositive();
        assertThat(api.get(ApiResource.CONFIG_MAPS, SETTINGS)).isEqualTo(created);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(codeOf(() -> api.get(ApiResource.CONFIG_MAPS, SETTINGS)))
                .isEqualTo(Code.NOT_FOUND);
        assertThat(codeOf(() -> api.delete(ApiResource.PODS, WEB, Deletion.now("any"))))
                .isEqualTo(Code.NOT_FOUND);
        assertThat(codeOf(() -> api.patch(ApiResource.PODS, WEB, Patch.ofStatus("{}"))))
                .isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void aNameIsTakenOnce() {
        createSettings("blue");

        assertThat(codeOf(() -> createSettings("red"))).isEqualTo(Code.ALREADY_EXISTS);
    }

    @Test
    void whoMayNotIsToldSo() {
        var stranger = world.stranger();
        var secret = new ObjectName(NAMESPACE, "contract-secret");

        assertThat(codeOf(() -> stranger.get(ApiResource.SECRETS, secret)))
                .isEqualTo(Code.FORBIDDEN);
    }

    @Test
    void anUpdateReplacesTheObjectAndGivesItANewVersion() {
        var created = createSettings("blue");
        var wanted = created.toBuilder().clearData().putData("size", "big").build();

        var updated = api.update(ApiResource.CONFIG_MAPS, SETTINGS, wanted);

        assertThat(updated.getDataMap()).containsOnlyKeys("size");
        assertThat(updated.getMetadata().getUid()).isEqualTo(created.getMetadata().getUid());
        assertThat(updated.getMetadata().getResourceVersion())
                .isNotEqualTo(created.getMetadata().getResourceVersion());
    }

    @Test
    void anUpdateOfAnOldVersionIsAConflict() {
        var created = createSettings("blue");
        var newer = created.toBuilder().putData("colour", "red").build();
        api.update(ApiResource.CONFIG_MAPS, SETTINGS, newer);

        var stale = created.toBuilder().putData("colour", "green").build();

        assertThat(codeOf(() -> api.update(ApiResource.CONFIG_MAPS, SETTINGS, stale)))
                .isEqualTo(Code.CONFLICT);
    }

    @Test
    void aMergePatchChangesWhatItNamesAndRemovesWhatIsNull() {
        createSettings("blue");
        var json = "{\"data\":{\"colour\":null,\"size\":\"big\"}}";

        var patched =
                api.patch(ApiResource.CONFIG_MAPS, SETTINGS, new Patch(Patch.Kind.MERGE, "", json));

        assertThat(patched.getDataMap()).containsOnlyKeys("size");
    }

    @Test
    void aStatusPatchMergesConditionsByType() {
        createPod();
        api.patch(
                ApiResource.PODS,
                WEB,
                Patch.ofStatus(
                        "{\"status\":{\"phase\":\"Pending\",\"conditions\":["
                                + "{\"type\":\"Ready\",\"status\":\"False\"},"
                                + "{\"type\":\"example.com/ours\",\"status\":\"True\"}]}}"));

        var patched =
                api.patch(
                        ApiResource.PODS,
                        WEB,
                        Patch.ofStatus(
                                "{\"status\":{\"phase\":\"Running\",\"conditions\":["
                                        + "{\"type\":\"Ready\",\"status\":\"True\"}]}}"));

        assertThat(patched.getStatus().getPhase()).isEqualTo("Running");
        assertThat(patched.getStatus().getConditionsList())
                .filteredOn(condition -> !condition.getType().equals("PodScheduled"))
                .extracting(PodCondition::getType, PodCondition::getStatus)
                .containsExactlyInAnyOrder(
                        tuple("Ready", "True"), tuple("example.com/ours", "True"));
    }

    @Test
    void aStatusPatchLeavesTheRestAlone() {
        createPod();

        var patched =
                api.patch(
                        ApiResource.PODS,
                        WEB,
                        Patch.ofStatus(
                                "{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
                                        + "\"status\":{\"message\":\"hello\"}}"));

        assertThat(patched.getStatus().getMessage()).isEqualTo("hello");
        assertThat(patched.getSpec().getNodeName()).isEqualTo(NODE);
    }

    @Test
    void aPatchForAnotherUidIsInvalid() {
        createPod();
        var other = "{\"metadata\":{\"uid\":\"somebody-else\"},\"status\":{\"message\":\"x\"}}";

        assertThatThrownBy(() -> api.patch(ApiResource.PODS, WEB, Patch.ofStatus(other)))
                .isInstanceOfSatisfying(
                        ApiCallException.class,
                        refused -> assertThat(refused.code()).isEqualTo(Code.INVALID))
                .hasMessage(
                        "Pod \"contract-web\" is invalid: metadata.uid: Invalid value:"
                                + " \"somebody-else\": field is immutable");
    }

    @Test
    void anUpdateForAnotherUidIsAConflict() {
        var pod = createPod();
        var metadata = pod.getMetadata().toBuilder().setUid("somebody-else");
        var other = pod.toBuilder().setMetadata(metadata).build();

        assertThatThrownBy(() -> api.update(ApiResource.PODS, WEB, other))
                .isInstanceOfSatisfying(
                        ApiCallException.class,
                        refused -> assertThat(refused.code()).isEqualTo(Code.CONFLICT))
                .hasMessageStartingWith("Operation cannot be fulfilled on pods \"contract-web\": ")
                .hasMessageEndingWith(
                        "Precondition failed: UID in precondition: somebody-else, UID in object"
                                + " meta: "
                                + pod.getMetadata().getUid());
    }

    @Test
    void aDeletionForAnotherUidIsAConflict() {
        createPod();

        assertThat(codeOf(() -> api.delete(ApiResource.PODS, WEB, Deletion.now("somebody-else"))))
                .isEqualTo(Code.CONFLICT);
    }

    @Test
    void aPodOfANodeStaysUntilItIsDeletedWithoutGrace() {
        var pod = createPod();
        var uid = pod.getMetadata().getUid();

        api.delete(ApiResource.PODS, WEB, new Deletion(OptionalLong.of(30), Optional.of(uid)));

        var leaving = api.get(ApiResource.PODS, WEB).getMetadata();
        assertThat(leaving.hasDeletionTimestamp()).isTrue();
        assertThat(leaving.getDeletionGracePeriodSeconds()).isEqualTo(30);
        api.delete(ApiResource.PODS, WEB, Deletion.now(uid));
        assertThat(codeOf(() -> api.get(ApiResource.PODS, WEB))).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void aListHoldsWhatItsSelectorsMean() {
        createPod();
        var here = new Selection(NAMESPACE, "app=contract", "spec.nodeName=" + NODE);
        var there = new Selection(NAMESPACE, "", "spec.nodeName=elsewhere");

        assertThat(api.list(ApiResource.PODS, here, Staleness.NEWEST).items())
                .extracting(pod -> pod.getMetadata().getName())
                .containsExactly(WEB.name());
        assertThat(api.list(ApiResource.PODS, there, Staleness.NEWEST).items()).isEmpty();
    }

    @Test
    void aWatchTellsWhatHappensAfterTheVersionOfItsList() {
        var selection = Selection.of(SETTINGS);
        var listed = api.list(ApiResource.CONFIG_MAPS, selection, Staleness.NEWEST);
        assertThat(listed.items()).isEmpty();
        var created = createSettings("blue");
        try (var watch =
                api.watch(ApiResource.CONFIG_MAPS, selection, listed.resourceVersion(), LONG)) {
            var updated =
                    api.update(
                            ApiResource.CONFIG_MAPS,
                            SETTINGS,
                            created.toBuilder().putData("colour", "red").build());
            forget(ApiResource.CONFIG_MAPS, SETTINGS);

            assertThat(event(watch)).isEqualTo(new ObjectEvent.Added<>(created));
            assertThat(event(watch)).isEqualTo(new ObjectEvent.Modified<>(updated));
            assertThat(event(watch)).isInstanceOf(ObjectEvent.Deleted.class);
        }
    }

    @Test
    void aWatchOfASelectionSeesNothingElse() {
        var selection = Selection.byFields("spec.nodeName=elsewhere");
        var listed = api.list(ApiResource.PODS, selection, Staleness.NEWEST);
        createPod();
        try (var watch = api.watch(ApiResource.PODS, selection, listed.resourceVersion(), LONG)) {
            assertThat(watch.next(Duration.ofMillis(300))).isInstanceOf(Next.Nothing.class);
        }
    }

    @Test
    void aWatchEndsAfterItsTime() {
        var selection = Selection.of(SETTINGS);
        var listed = api.list(ApiResource.CONFIG_MAPS, selection, Staleness.NEWEST);
        var atMost = Duration.ofSeconds(1);
        try (var watch =
                api.watch(ApiResource.CONFIG_MAPS, selection, listed.resourceVersion(), atMost)) {
            var next = watch.next(LONG);
            while (next instanceof Next.Event<?>(ObjectEvent.Bookmark<?> _)) {
                next = watch.next(LONG);
            }
            assertThat(next).isInstanceOf(Next.Ended.class);
        }
    }

    @Test
    void aWatchFromAVersionThatIsTooOldIsExpired() {
        createSettings("blue");
        world.forgetHistory();

        var code =
                codeOf(
                        () -> {
                            try (var watch =
                                    api.watch(ApiResource.CONFIG_MAPS, Selection.ALL, "1", LONG)) {
                                watch.next(LONG);
                            }
                        });

        assertThat(code).isEqualTo(Code.EXPIRED);
    }

    @Test
    void aServiceAccountGetsATokenThatEnds() {
        var account = new ObjectName(NAMESPACE, "contract-account");
        forget(ApiResource.SERVICE_ACCOUNTS, account);
        api.create(
                ApiResource.SERVICE_ACCOUNTS,
                NAMESPACE,
                ServiceAccount.newBuilder().setMetadata(named(account)).build());
        var wish =
                TokenRequest.newBuilder()
                        .setSpec(TokenRequestSpec.newBuilder().setExpirationSeconds(600))
                        .build();

        var granted = api.createFor(ApiResource.SERVICE_ACCOUNT_TOKENS, account, wish);

        assertThat(granted.getStatus().getToken()).isNotEmpty();
        assertThat(granted.getStatus().getExpirationTimestamp().getSeconds()).isPositive();
    }

    private ConfigMap createSettings(String colour) {
        var object =
                ConfigMap.newBuilder()
                        .setMetadata(named(SETTINGS))
                        .putData("colour", colour)
                        .build();
        return api.create(ApiResource.CONFIG_MAPS, NAMESPACE, object);
    }

    private Pod createPod() {
        var container = Container.newBuilder().setName("main").setImage("example/image:1");
        return api.create(
                ApiResource.PODS,
                NAMESPACE,
                Pod.newBuilder()
                        .setMetadata(named(WEB).putLabels("app", "contract"))
                        .setSpec(PodSpec.newBuilder().setNodeName(NODE).addContainers(container))
                        .build());
    }

    private static ObjectMeta.Builder named(ObjectName name) {
        return ObjectMeta.newBuilder().setNamespace(name.namespace()).setName(name.name());
    }

    private static <T extends Message> ObjectEvent<T> event(ObjectWatch<T> watch) {
        var next = watch.next(LONG);
        if (next instanceof Next.Event<T>(ObjectEvent<T> event)) {
            return event instanceof ObjectEvent.Bookmark<T> ? event(watch) : event;
        }
        throw new AssertionError("no event but " + next);
    }

    private static Code codeOf(ThrowingCallable call) {
        return catchThrowableOfType(ApiCallException.class, call).code();
    }
}
