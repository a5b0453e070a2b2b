package io.jubelet.core.sync;

import io.jubelet.core.cgroup.PodCgroups;
import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.HostResolver;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.users.UserNamespaces;
import io.jubelet.core.users.UserNamespaces.Users;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.CgroupNotMade;
import io.jubelet.core.waiting.RuntimeClassMissing;
import io.jubelet.core.waiting.UserNamespaceRefused;
import io.jubelet.core.waiting.WaitReason;
import java.util.Optional;

/// Puts together what a pod's sandbox is made of: its own words, the node's settings, and how this
/// machine looks up names.
///
/// Thread: the pod's worker.
public final class SandboxSetup {
    private final PodFiles files;
    private final HostResolver resolver;
    private final ObjectLookup objects;
    private final PodCgroups cgroups;
    private final PodSettings settings;
    private final ResourceSettings resources;
    private final RuntimeHandlers handlers;
    private final UserNamespaces users;

    public SandboxSetup(
            PodFiles files,
            HostResolver resolver,
            ObjectLookup objects,
            PodCgroups cgroups,
            RuntimeHandlers handlers,
            NodeFacts node) {
        this.objects = objects;
        this.files = files;
        this.resolver = resolver;
        this.cgroups = cgroups;
        this.settings = node.pods();
        this.resources = node.resources();
        this.handlers = handlers;
        this.users = new UserNamespaces(files.userIds(), node.userIds());
    }

    PodSettings settings() {
        return settings;
    }

    /// Why the pod's RuntimeClass says nothing, if it names one that does not.
    Optional<RuntimeClassMissing> runtimeClassProblem(DesiredPod desired) {
        var name = desired.pod().getSpec().getRuntimeClassName();
        return !name.isEmpty()
                        && objects.runtimeHandler(name)
                                instanceof ObjectLookup.Answer.Without<String>(var problem)
                ? Optional.of(new RuntimeClassMissing(name, problem))
                : Optional.empty();
    }

    /// The runtime's default where the pod names none, or none that is known any more.
    private String runtimeHandler(DesiredPod desired) {
        var name = desired.pod().getSpec().getRuntimeClassName();
        return !name.isEmpty()
                        && objects.runtimeHandler(name)
                                instanceof ObjectLookup.Answer.Found<String>(var handler)
                ? handler
                : "";
    }

    /// Whether something of the pod runs where it is not held to anything.
    boolean outsideCgroup(DesiredPod desired, PodObservation seen) {
        return seen.mayHaveProcesses() && !cgroups.holds(desired.pod());
    }

    /// Why the pod cannot have the users that it wants.
    private Optional<UserNamespaceRefused> usersProblem(DesiredPod desired) {
        var notSupported =
                UserNamespaces.wanted(desired)
                        ? handlers.noUserNamespaces(runtimeHandler(desired))
                        : Optional.<String>empty();
        if (notSupported.isPresent()) {
            return notSupported.map(UserNamespaceRefused::new);
        }
        return users.of(desired) instanceof Users.Refused(var why)
                ? Optional.of(new UserNamespaceRefused(why))
                : Optional.empty();
    }

    private Optional<IdRange> ownUsers(DesiredPod desired) {
        return switch (users.of(desired)) {
            case Users.OfNode() -> Optional.empty();
            case Users.Own(var range) -> Optional.of(range);
            case Users.Refused(var why) -> throw new HostCallException(why);
        };
    }

    /// Nothing of the pod is there any more.
    void forget(PodUid pod) {
        users.forget(pod);
    }

    /// Finds the pod's RuntimeClass, its users and makes its cgroup; answers what of that failed.
    Optional<WaitReason> clearTheWay(DesiredPod desired, PodEvents events) {
        var runtimeClass = runtimeClassProblem(desired);
        if (runtimeClass.isPresent()) {
            return Optional.of(runtimeClass.get());
        }
        var users = usersProblem(desired);
        if (users.isPresent()) {
            return Optional.of(users.get());
        }
        try {
            cgroups.make(desired.pod());
            return Optional.empty();
        } catch (HostCallException failure) {
            var reason = new CgroupNotMade(failure.reason());
            events.warn(desired, reason.code(), reason.message());
            return Optional.of(reason);
        }
    }

    /// Throws [io.jubelet.core.host.HostCallException] when the machine cannot be asked, and
    /// [IllegalArgumentException] when the pod's name does not fit.
    SandboxSpec prepare(DesiredPod desired, int attempt, PodEvents events) {
        var dns = PodDnsCalculator.calculate(desired.pod(), resolver.read(), settings);
        dns.notices().forEach(notice -> events.warn(desired, notice.reason(), notice.message()));
        return SandboxSpecs.of(
                desired,
                attempt,
                files.logDirectory(desired.identity()),
                dns.dns(),
                settings.clusterDomain(),
                runtimeHandler(desired),
                ownUsers(desired),
                new SandboxSpec.Resources(
                        cgroups.parentOf(desired.pod()),
                        ResourceLimitsCalculator.ofSandbox(desired.pod(), resources),
                        ResourceLimitsCalculator.ofOverhead(desired.pod(), resources)));
    }
}
