package io.jubelet.core.image;

import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.image.PullLine.Ticket;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.PullSource;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Every pull of this node, as many at a time as there are slots. Nobody is made to wait: who asks
/// is told how far his pull is, and poked when that changes.
///
/// Owner of the pulls: at most one for each container of a pod that has a worker. Thread: asked
/// from any; each pull waits and runs on a virtual thread `pull <namespace>/<name>`. The monitor
/// guards the fields and is never held while somebody is told.
/// Upstream: images/puller.go, images/helpers.go.
public final class ImagePulls {
    private static final Log LOG = Log.of(ImagePulls.class);

    /// When the line moves, so many of those that wait are told; the others look once a minute.
    private static final int MOST_TOLD = 5;

    private final Execution execution;
    private final ImageService images;
    private final Consumer<Set<PodUid>> poke;
    private final Runnable onPulled;
    private final Meter meter;
    private final NodeCredentials credentials;
    private final ServiceAccounts accounts;
    private final PullTrust trust;
    private final Map<Wish, Pull> pulls = new HashMap<>();
    private PullLine line;
    private PullRateTally rate;
    private long tickets;

    /// @param accounts who knows the service accounts that pods run as
    /// @param poke told of pods whose pulls are further on
    /// @param onPulled told that there is more on the disk
    public ImagePulls(
            Execution execution,
            ImageService images,
            ImageSettings settings,
            ServiceAccounts accounts,
            Consumer<Set<PodUid>> poke,
            Runnable onPulled,
            Meter meter) {
        this.execution = execution;
        this.images = images;
        this.poke = poke;
        this.onPulled = onPulled;
        this.meter = meter;
        this.credentials = settings.credentials();
        this.accounts = accounts;
        this.trust = settings.trust();
        this.line = PullLine.of(settings.pulls().slots());
        this.rate = PullRateTally.of(settings.pulls(), execution.tick().nanos());
    }

    /// For whom an image is pulled.
    ///
    /// @param part of the pod: a container, or a volume that is an image
    public record Wish(PodUid pod, String part) {}

    /// What is to be pulled.
    ///
    /// @param named the image as the pod names it
    /// @param image with its tag or digest
    /// @param repository the same without them, with its registry
    /// @param credentials what the pod brings; is tried before what the machine has, one after the
    ///     other, and with none of both the registry is asked openly
    /// @param claim on the image that is here; nothing is pulled, but the claim looked into
    public record Order(
            PullingPod pod,
            String part,
            String named,
            String image,
            String repository,
            List<RegistryCredential> credentials,
            Optional<Claim> claim) {
        public Order {
            credentials = List.copyOf(credentials);
        }

        Wish wish() {
            return new Wish(uid(), part);
        }

        private PodUid uid() {
            return pod.identity().uid();
        }
    }

    /// An image that is here already, for those who have the right to it.
    public record Claim(LocalImage image, Predicate<List<PullSource>> right) {}

    private record Pull(
            Order order,
            Ticket ticket,
            Signal turn,
            Cancellation cancellation,
            Optional<PullState.Ended> end) {
        Pull ended(PullState.Ended how) {
            return new Pull(order, ticket, turn, cancellation, Optional.of(how));
        }
    }

    /// The runtime's images themselves.
    public ImageService images() {
        return images;
    }

    /// Who may use what is here already.
    public PullTrust trust() {
        return trust;
    }

    /// Whether the machine may find credentials of the pod's service account for this repository.
    public boolean asksAccounts(PullingPod pod, String repository) {
        return pod.account().isPresent() && credentials.asksAccounts(repository);
    }

    /// How far the pull is that was asked for; empty if there is none of that image. An end is told
    /// once, and a pull of another image for the same wish is given up.
    public Optional<PullState> look(Wish wish, String image) {
        Pull pull;
        Optional<PullState> state;
        synchronized (this) {
            var found = Optional.ofNullable(pulls.get(wish));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            pull = found.get();
            state = Optional.of(state(pull));
            if (pull.end().isPresent() || !pull.order().image().equals(image)) {
                pulls.remove(wish);
            }
        }
        if (pull.order().image().equals(image)) {
            return state;
        }
        pull.cancellation().request();
        return Optional.empty();
    }

    private PullState state(Pull pull) {
        if (pull.end().isPresent()) {
            return pull.end().get();
        }
        return line.waiting().contains(pull.ticket())
                ? new PullState.Queued(line.running().getFirst().image(), line.ahead(pull.ticket()))
                : new PullState.Running();
    }

    /// Begins a pull and answers how far it is. There must be none for that wish.
    public PullState begin(Order order) {
        Pull pull;
        PullState state;
        synchronized (this) {
            pull =
                    new Pull(
                            order,
                            new Ticket(tickets++, order.image()),
                            execution.signal("pull " + order.pod()),
                            new Cancellation(),
                            Optional.empty());
            if (pulls.putIfAbsent(order.wish(), pull) != null) {
                throw new IllegalStateException("it is being pulled already");
            }
            state = state(pull);
        }
        pull.cancellation().onRequest(pull.turn()::raise);
        execution.start(ThreadKind.POD, "pull " + order.pod(), () -> run(pull));
        return state;
    }

    /// The pod needs nothing any more: its pulls leave the line, and those that run are cut short.
    public void leave(PodUid pod) {
        var gone = new ArrayList<Pull>();
        synchronized (this) {
            pulls.values().stream().filter(it -> it.order().uid().equals(pod)).forEach(gone::add);
            gone.forEach(pull -> pulls.remove(pull.order().wish()));
        }
        gone.forEach(pull -> pull.cancellation().request());
    }

    private void run(Pull pull) {
        var came = execution.tick();
        var all = credentials(pull.order());
        if (pull.order().claim().isPresent()) {
            step(pull, Optional.of(lookInto(pull.order().claim().get(), all)));
            return;
        }
        join(pull);
        while (!runs(pull) && !pull.cancellation().requested()) {
            pull.turn().await();
        }
        if (pull.cancellation().requested()) {
            step(pull, Optional.empty());
            return;
        }
        PullState.Tried end;
        try {
            end = mayBegin() ? fetch(pull, all, came) : new PullState.Refused("pull QPS exceeded");
        } catch (RuntimeCallException refusal) {
            end = new PullState.Refused(refusal.reason());
        } catch (RuntimeException bug) {
            LOG.error(bug, "A pull failed unexpectedly", "pod", pull.order().pod());
            end = new PullState.Refused(bug.toString());
        }
        meter.tell(figure(pull.order(), end, came.until(execution.tick())));
        step(pull, Optional.of(end));
        onPulled.run();
    }

    /// What the pod brings, and then what the machine has.
    private List<RegistryCredential> credentials(Order order) {
        var all = new ArrayList<>(order.credentials());
        try {
            all.addAll(credentials.find(order.pod(), order.repository(), accounts));
        } catch (RuntimeException bug) {
            LOG.error(bug, "The machine's credentials failed unexpectedly", "pod", order.pod());
        }
        return all;
    }

    private static PullState.Judged lookInto(Claim claim, List<RegistryCredential> all) {
        var sources = all.stream().flatMap(it -> it.source().stream()).toList();
        return claim.right().test(sources)
                ? new PullState.Entitled(claim.image())
                : new PullState.NotEntitled();
    }

    private static Figure figure(Order order, PullState.Tried end, Duration whole) {
        var pod = order.uid();
        return switch (end) {
            case PullState.Pulled pulled ->
                    new Figure.ImagePulled(
                            pod,
                            order.part(),
                            whole,
                            pulled.image().map(LocalImage::sizeBytes).orElse(0L));
            case PullState.Refused _ -> new Figure.PullRefused(pod, order.part(), whole);
        };
    }

    /// Takes its place in the line; who has to wait there is told.
    private void join(Pull pull) {
        synchronized (this) {
            line = line.joined(pull.ticket());
        }
        if (!runs(pull)) {
            poke.accept(Set.of(pull.order().uid()));
        }
    }

    private synchronized boolean runs(Pull pull) {
        return line.runs(pull.ticket());
    }

    private synchronized boolean mayBegin() {
        var now = execution.tick().nanos();
        if (!rate.allows(now)) {
            return false;
        }
        rate = rate.taken(now);
        return true;
    }

    private PullState.Tried fetch(Pull pull, List<RegistryCredential> all, Tick came) {
        var began = execution.tick();
        var reference = pullAndRecord(pull, all);
        var image = find(pull.order().image());
        var over = execution.tick();
        return new PullState.Pulled(reference, image, began.until(over), came.until(over));
    }

    /// What a pull that came true was made with.
    private record Success(String reference, Optional<PullSource> source) {}

    private String pullAndRecord(Pull pull, List<RegistryCredential> all) {
        var named = pull.order().named();
        try {
            trust.begins(named);
        } catch (HostCallException failure) {
            throw new RuntimeCallException(
                    "PullImage",
                    RuntimeCallException.Code.FAILED,
                    "failed to record image pull intent: " + failure.reason());
        }
        var success = Optional.<Success>empty();
        try {
            success = Optional.of(pullWithAny(pull, all));
        } finally {
            success.ifPresentOrElse(
                    it -> trust.pulled(named, it.reference(), it.source()),
                    () -> trust.failed(named));
        }
        return success.orElseThrow().reference();
    }

    /// With one credential after the other until the registry is content.
    private Success pullWithAny(Pull pull, List<RegistryCredential> all) {
        var image = pull.order().image();
        if (all.isEmpty()) {
            return new Success(
                    images.pull(image, Optional.empty(), pull.cancellation()), Optional.empty());
        }
        var refusals = new ArrayList<RuntimeCallException>();
        for (var credential : all) {
            try {
                return new Success(
                        images.pull(image, Optional.of(credential), pull.cancellation()),
                        credential.source());
            } catch (RuntimeCallException refusal) {
                if (pull.cancellation().requested()) {
                    throw refusal;
                }
                refusals.add(refusal);
            }
        }
        if (refusals.size() == 1) {
            throw refusals.getFirst();
        }
        var reasons = refusals.stream().map(RuntimeCallException::reason).distinct().toList();
        throw new RuntimeCallException(
                "PullImage",
                refusals.getFirst().code(),
                reasons.size() == 1 ? reasons.getFirst() : reasons.toString());
    }

    private Optional<LocalImage> find(String image) {
        try {
            return images.find(image);
        } catch (RuntimeCallException unknown) {
            return Optional.empty();
        }
    }

    /// One pull leaves the line, and the next ones move up.
    private void step(Pull pull, Optional<PullState.Ended> end) {
        var told = new HashSet<PodUid>();
        var begun = new ArrayList<Signal>();
        synchronized (this) {
            var before = line;
            line = line.left(pull.ticket());
            for (var other : pulls.values()) {
                var moved = line.runs(other.ticket()) && !before.runs(other.ticket());
                if (moved) {
                    begun.add(other.turn());
                }
                var place = line.waiting().indexOf(other.ticket());
                if (moved || (place >= 0 && place < MOST_TOLD)) {
                    told.add(other.order().uid());
                }
            }
            end.flatMap(
                            how ->
                                    Optional.ofNullable(
                                            pulls.computeIfPresent(
                                                    pull.order().wish(),
                                                    (_, known) ->
                                                            known.ticket().equals(pull.ticket())
                                                                    ? known.ended(how)
                                                                    : known)))
                    .ifPresent(known -> told.add(known.order().uid()));
        }
        begun.forEach(Signal::raise);
        poke.accept(told);
    }
}
