package io.jubelet.config.flag;

import io.jubelet.api.core.Taint;
import io.jubelet.model.validation.NameFormats;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads and prints taints as `key=value:Effect,…`.
///
/// Thread: stateless. Upstream: pkg/util/taints `ParseTaints`. A part that ends in `-` asks to
/// remove a taint; a node that registers has none, so it is checked and dropped.
final class TaintText {
    private static final Set<String> EFFECTS =
            Set.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private TaintText() {}

    static List<Taint> parse(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        var taints = new ArrayList<Taint>();
        var seen = new HashSet<String>();
        for (String part : text.split(",", -1)) {
            if (part.endsWith("-")) {
                one(part.substring(0, part.length() - 1));
                continue;
            }
            Taint taint = one(part);
            if (taint.getEffect().isEmpty()) {
                throw invalid(part);
            }
            if (!seen.add(taint.getEffect() + " " + taint.getKey())) {
                throw new IllegalArgumentException(
                        "duplicated taints with the same key and effect: {%s %s %s <nil>}"
                                .formatted(taint.getKey(), taint.getValue(), taint.getEffect()));
            }
            taints.add(taint);
        }
        return List.copyOf(taints);
    }

    private static Taint one(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length > 2) {
            throw invalid(text);
        }
        String effect = parts.length == 2 ? effect(parts[1]) : "";
        String[] pair = parts.length == 2 ? parts[0].split("=", -1) : parts;
        if (pair.length > 2) {
            throw invalid(text);
        }
        String value = parts.length == 2 && pair.length == 2 ? pair[1] : "";
        check(text, NameFormats.labelValue(value));
        check(text, NameFormats.qualifiedName(pair[0]));
        return Taint.newBuilder().setKey(pair[0]).setValue(value).setEffect(effect).build();
    }

    private static String effect(String effect) {
        if (!EFFECTS.contains(effect)) {
            throw new IllegalArgumentException(
                    "invalid taint effect: " + effect + ", unsupported taint effect");
        }
        return effect;
    }

    private static void check(String text, List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "invalid taint spec: " + text + ", " + String.join("; ", problems));
        }
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("invalid taint spec: " + text);
    }

    static String print(List<Taint> taints) {
        return taints.stream()
                .map(each -> each.getKey() + "=" + each.getValue() + ":" + each.getEffect())
                .collect(Collectors.joining(","));
    }
}
