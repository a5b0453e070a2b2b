package io.jubelet.config.flag;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.Flag.Setting;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.gate.GateException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;

/// A command line that has been read.
///
/// Flags win over files: read the line once, build the configuration from defaults and files, then
/// [#applyTo] it. Applying adds log patterns to those already there, so it is done once for each
/// builder.
///
/// Thread: immutable. Upstream: `NewKubeletCommand`, `kubeletConfigFlagPrecedence`.
public final class CommandLine {
    private static final Set<String> SECRET =
            Set.of("manifest-url-header", "storage-driver-password");

    private final SequencedMap<String, Setting<?>> settings;
    private final KubeletFlags flags;
    private final Request request;

    private CommandLine(
            SequencedMap<String, Setting<?>> settings, KubeletFlags flags, Request request) {
        this.settings = settings;
        this.flags = flags;
        this.request = request;
    }

    /// What the caller is asked to do.
    public sealed interface Request {
        /// Run the agent.
        record Run() implements Request {}

        /// Print this on stdout and end well.
        record Print(String text) implements Request {}
    }

    /// Reads the arguments.
    ///
    /// @param warnings takes each line about a deprecated flag as it is met; they belong on stderr
    /// @throws FlagException when the line is wrong, in upstream's words
    public static CommandLine parse(List<String> arguments, Consumer<String> warnings) {
        FlagParser.Result result = read(arguments, warnings);
        if (!result.others().isEmpty()) {
            throw new FlagException("unknown command " + result.others().getFirst());
        }
        var builder = new KubeletFlags.Builder();
        result.settings().values().forEach(setting -> setting.applyTo(builder));
        return new CommandLine(result.settings(), builder.build(), request(builder));
    }

    private static FlagParser.Result read(List<String> arguments, Consumer<String> warnings) {
        try {
            return FlagParser.parse(FlagTable.instance(), arguments, warnings);
        } catch (FlagException e) {
            throw new FlagException("failed to parse kubelet flag: " + e.getMessage());
        }
    }

    private static Request request(KubeletFlags.Builder builder) {
        if (builder.help) {
            return new Request.Print(HelpText.print(FlagTable.instance()));
        }
        return switch (builder.version) {
            case VersionText.TRUE ->
                    new Request.Print(VersionText.plain(VersionText.KUBERNETES) + "\n");
            case VersionText.RAW ->
                    new Request.Print(VersionText.raw(VersionText.KUBERNETES) + "\n");
            default -> new Request.Run();
        };
    }

    public Request request() {
        return request;
    }

    public KubeletFlags flags() {
        return flags;
    }

    /// Sets every field whose flag was given.
    public void applyTo(KubeletConfiguration.Builder config) {
        settings.values().forEach(setting -> setting.applyTo(config));
    }

    /// The gates as the flag alone asks for them.
    public Map<String, Boolean> featureGates() {
        var config = KubeletConfiguration.newBuilder();
        Setting<?> setting = settings.get("feature-gates");
        if (setting != null) {
            setting.applyTo(config);
        }
        return config.getFeatureGatesMap();
    }

    /// Turns requests for gates into gates; called first with the flag's alone and, when there are
    /// files, again with the merged configuration's.
    ///
    /// @throws FlagException in upstream's words
    public static FeatureGates gates(Map<String, Boolean> requests) {
        try {
            return FeatureGates.of(requests);
        } catch (GateException e) {
            throw new FlagException(
                    "failed to set feature gates from initial flags-based config: "
                            + e.getMessage());
        }
    }

    /// Checks what no file can say.
    ///
    /// @throws FlagException in upstream's words
    public void checkFlags() {
        NodeLabelRules.problem(flags.identity().nodeLabels())
                .ifPresent(
                        problem -> {
                            throw new FlagException("failed to validate kubelet flags: " + problem);
                        });
    }

    /// Every flag with its value as text: what was given, else the default; secrets are masked.
    public SequencedMap<String, String> values() {
        var values = new LinkedHashMap<String, String>();
        for (Flag<?> flag : FlagTable.instance().all()) {
            Setting<?> setting = settings.get(flag.name());
            String given = SECRET.contains(flag.name()) ? "<masked>" : "";
            if (setting != null && given.isEmpty()) {
                given = setting.print();
            }
            values.put(flag.name(), setting == null ? flag.defaultText() : given);
        }
        return Collections.unmodifiableSequencedMap(values);
    }
}
