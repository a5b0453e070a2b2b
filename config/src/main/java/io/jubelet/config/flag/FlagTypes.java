package io.jubelet.config.flag;

import io.jubelet.api.core.Taint;
import io.jubelet.api.kubeletconfig.MemoryReservation;
import io.jubelet.api.kubeletconfig.VModuleItem;
import io.jubelet.model.codec.GoDuration;
import io.jubelet.model.quantity.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/// Every type of value that a flag of the kubelet has.
///
/// Thread: immutable. Upstream: pflag, component-base `cli/flag`, pkg/util/flag.
final class FlagTypes {
    static final FlagType<String> TEXT =
            FlagType.single("string", Function.identity(), Function.identity());
    static final FlagType<Boolean> BOOL = FlagType.switched("bool", GoParse::bool, String::valueOf);
    static final FlagType<Integer> INT32 =
            FlagType.single("int32", GoParse::int32, String::valueOf);
    static final FlagType<Long> INT64 = FlagType.single("int64", GoParse::int64, String::valueOf);
    static final FlagType<Duration> DURATION =
            FlagType.single("duration", GoDuration::parse, GoDuration::print);
    static final FlagType<List<String>> LIST =
            FlagType.merged("stringSlice", CsvLine::split, FlagTypes::append, FlagTypes::print);
    static final FlagType<SequencedMap<String, String>> MAP =
            FlagType.merged(
                    "mapStringString",
                    text -> PairText.map(text, '='),
                    PairText::merge,
                    map -> PairText.print(map, '='));
    static final FlagType<SequencedMap<String, String>> ONE_PAIR =
            FlagType.merged(
                    "mapStringString",
                    PairText::onePair,
                    PairText::merge,
                    map -> PairText.print(map, '='));
    static final FlagType<SequencedMap<String, String>> LABELS =
            FlagType.merged(
                    "mapStringString",
                    PairText::labels,
                    PairText::merge,
                    map -> PairText.print(map, '='));
    static final FlagType<SequencedMap<String, String>> THRESHOLDS =
            FlagType.merged(
                    "mapStringString",
                    text -> PairText.map(text, '<'),
                    PairText::merge,
                    map -> PairText.print(map, '<'));
    static final FlagType<SequencedMap<String, Boolean>> GATES =
            FlagType.merged(
                    "mapStringBool",
                    PairText::bools,
                    PairText::merge,
                    map -> PairText.print(map, '='));
    static final FlagType<SequencedMap<String, List<String>>> HEADERS =
            FlagType.merged(
                    "colonSeparatedMultimapStringString",
                    PairText::headers,
                    PairText::mergeHeaders,
                    PairText::printHeaders);
    static final FlagType<String> IP =
            FlagType.merged(
                    "ip",
                    IpText::check,
                    (before, next) -> next.isEmpty() ? before : next,
                    Function.identity());
    static final FlagType<String> QUANTITY =
            FlagType.single(
                    "quantity", text -> Quantity.parse(text).toString(), Function.identity());
    static final FlagType<List<Taint>> TAINTS =
            FlagType.single("[]v1.Taint", TaintText::parse, TaintText::print);
    static final FlagType<List<MemoryReservation>> RESERVED_MEMORY =
            FlagType.merged(
                    "reserved-memory",
                    ReservedMemoryText::parse,
                    FlagTypes::append,
                    ReservedMemoryText::print);
    static final FlagType<Integer> LEVEL =
            FlagType.single("Level", GoParse::level, String::valueOf);
    static final FlagType<List<VModuleItem>> MODULES =
            FlagType.merged(
                    "pattern=N,...", ModuleText::parse, FlagTypes::append, ModuleText::print);
    static final FlagType<String> VERSION =
            FlagType.switched("version", VersionText::check, Function.identity());

    /// The flags that cAdvisor registers say no more than `parse error`.
    static final FlagType<Boolean> LEGACY_BOOL =
            FlagType.switched("bool", terse(GoParse::bool), String::valueOf);

    static final FlagType<Long> LEGACY_INT =
            FlagType.single("int", terse(GoParse::int64), String::valueOf);
    static final FlagType<Duration> LEGACY_DURATION =
            FlagType.single("duration", terse(GoDuration::parse), GoDuration::print);

    private FlagTypes() {}

    private static <T> List<T> append(List<T> before, List<T> next) {
        var all = new ArrayList<>(before);
        all.addAll(next);
        return List.copyOf(all);
    }

    private static String print(List<String> values) {
        return "[" + String.join(",", values) + "]";
    }

    private static <T> Function<String, T> terse(Function<String, T> reader) {
        return text -> {
            try {
                return reader.apply(text);
            } catch (IllegalArgumentException e) {
                boolean range = String.valueOf(e.getMessage()).endsWith("value out of range");
                String what = range ? "value out of range" : "parse error";
                throw new IllegalArgumentException(what, e);
            }
        };
    }
}
