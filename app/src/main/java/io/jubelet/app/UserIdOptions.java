package io.jubelet.app;

import io.jubelet.adapters.linux.LinuxPrograms;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Programs;
import io.jubelet.core.users.UserIds;
import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Which of the machine's ids pods may have: those that its administrator gave to a user named
/// `kubelet`, else all.
///
/// Thread: main, once.
/// Upstream: kubelet_pods.go getKubeletMappings. There a fault keeps the kubelet from starting,
/// here it is a fault of the pods that want users of their own.
final class UserIdOptions {
    private static final Log LOG = Log.of(UserIdOptions.class);
    private static final String USER = "kubelet";
    private static final String TOOL = "getsubids";

    private final Path users;
    private final List<Path> path;
    private final Supplier<Programs> programs;

    /// @param users where the machine's users are listed
    /// @param path where programs are looked for
    /// @param programs who runs them; few machines need any
    UserIdOptions(Path users, List<Path> path, Supplier<Programs> programs) {
        this.users = users;
        this.path = List.copyOf(path);
        this.programs = programs;
    }

    static UserIdOptions ofThisMachine() {
        var path = System.getenv().getOrDefault("PATH", "");
        return new UserIdOptions(
                Path.of("/etc/passwd"),
                Arrays.stream(path.split(":", -1))
                        .filter(it -> !it.isEmpty())
                        .map(Path::of)
                        .toList(),
                LinuxPrograms::new);
    }

    UserIds of(KubeletConfiguration config) {
        var share =
                config.getUserNamespaces().hasIdsPerPod()
                        ? config.getUserNamespaces().getIdsPerPod()
                        : UserIds.USUAL_SHARE;
        var ids = ids(share, config.getMaxPods());
        if (ids instanceof UserIds.Unusable(var problem)) {
            LOG.warning("No pod can have users of its own", "reason", problem);
        }
        return ids;
    }

    private UserIds ids(long share, int maxPods) {
        try {
            var tool = hasUser() ? tool() : Optional.<Path>empty();
            return tool.isEmpty()
                    ? UserIds.allInSharesOf(share, maxPods)
                    : configured(tool.get(), share, maxPods);
        } catch (IOException | HostCallException | IllegalArgumentException failure) {
            return new UserIds.Unusable(String.valueOf(failure.getMessage()));
        }
    }

    private boolean hasUser() throws IOException {
        try (var lines = Files.lines(users, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.startsWith(USER + ":"));
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    private Optional<Path> tool() {
        return path.stream()
                .map(folder -> folder.resolve(TOOL))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private UserIds configured(Path tool, long share, int maxPods) {
        var ofUsers = ask(tool, List.of(USER));
        var ofGroups = ask(tool, List.of("-g", USER));
        if (!ofUsers.equals(ofGroups)) {
            throw new IllegalArgumentException(
                    "mismatched subuids and subgids for user \"%s\"".formatted(USER));
        }
        var words = ofUsers.strip().split("\\s+", -1);
        if (ofUsers.strip().contains("\n")) {
            throw new IllegalArgumentException(
                    "error parsing line \"%s\": it must contain only one line".formatted(ofUsers));
        }
        if (words.length != 4) {
            throw new IllegalArgumentException("invalid line \"%s\"".formatted(ofUsers.strip()));
        }
        return UserIds.of(
                Integer.parseUnsignedInt(words[2]) & 0xffff_ffffL,
                Integer.parseUnsignedInt(words[3]) & 0xffff_ffffL,
                share,
                maxPods);
    }

    private String ask(Path tool, List<String> arguments) {
        var command = new Programs.Command(tool.toString(), arguments, Map.of());
        return new String(programs.get().ask(command, new byte[0]), StandardCharsets.UTF_8);
    }
}
