package io.jubelet.model.validation;

import io.jubelet.api.core.PodResourceClaim;
import io.jubelet.api.core.PodSchedulingGate;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.Toleration;
import io.jubelet.api.core.TopologySpreadConstraint;
import io.jubelet.log.GoText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Where a pod may run: tolerations, spread, gates, claims.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidateTolerations, validateTopologySpreadConstraints,
/// validateSchedulingGates, validateReadinessGates, validatePodResourceClaims.
final class SchedulingRules {
    private static final List<String> EFFECTS =
            List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]*");
    private static final List<String> UNSATISFIABLE = List.of("DoNotSchedule", "ScheduleAnyway");
    private static final List<String> INCLUSION = List.of("Honor", "Ignore");

    private SchedulingRules() {}

    static void tolerations(
            Violations found,
            FieldPath at,
            List<Toleration> tolerations,
            ValidationOptions options) {
        for (int i = 0; i < tolerations.size(); i++) {
            Toleration toleration = tolerations.get(i);
            FieldPath here = at.index(i);
            if (!toleration.getKey().isEmpty()) {
                MetadataRules.labelName(found, here.child("key"), toleration.getKey());
            } else if (!toleration.getOperator().equals("Exists")) {
                found.invalidWord(
                        here.child("operator"),
                        toleration.getOperator(),
                        "operator must be Exists when `key` is empty, which means \"match all"
                                + " values and all keys\"");
            }
            if (toleration.hasTolerationSeconds() && !toleration.getEffect().equals("NoExecute")) {
                found.invalidWord(
                        here.child("effect"),
                        toleration.getEffect(),
                        "effect must be 'NoExecute' when `tolerationSeconds` is set");
            }
            operator(found, here, toleration, options);
            if (!toleration.getEffect().isEmpty() && !EFFECTS.contains(toleration.getEffect())) {
                found.unsupported(here.child("effect"), toleration.getEffect(), EFFECTS);
            }
        }
    }

    private static void operator(
            Violations found, FieldPath at, Toleration toleration, ValidationOptions options) {
        String value = toleration.getValue();
        FieldPath here = at.child("operator");
        switch (toleration.getOperator()) {
            case "Equal", "" -> {
                List<String> complaints = NameFormats.labelValue(value);
                if (!complaints.isEmpty()) {
                    found.invalid(here, value, String.join(";", complaints));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    found.invalid(here, value, "value must be empty when `operator` is 'Exists'");
                }
            }
            case "Lt", "Gt" -> {
                if (options.tolerationComparison()) {
                    number(found, at.child("value"), value);
                } else {
                    found.unsupported(
                            here, toleration.getOperator(), List.of("Equal", "Exists", "Lt", "Gt"));
                }
            }
            default ->
                    found.unsupported(here, toleration.getOperator(), List.of("Equal", "Exists"));
        }
    }

    private static void number(Violations found, FieldPath at, String value) {
        if (value.isEmpty()) {
            found.invalid(at, value, "must be non-empty");
        } else if (!DECIMAL.matcher(value).matches()) {
            found.invalid(at, value, "must be a valid decimal integer in canonical form");
        }
        try {
            Long.parseLong(value);
        } catch (NumberFormatException _) {
            String why = value.matches("[-+]?[0-9]+") ? "value out of range" : "invalid syntax";
            found.invalid(
                    at, value, "strconv.ParseInt: parsing " + GoText.quote(value) + ": " + why);
        }
    }

    static void spread(
            Violations found,
            FieldPath at,
            List<TopologySpreadConstraint> constraints,
            ValidationOptions options) {
        for (int i = 0; i < constraints.size(); i++) {
            TopologySpreadConstraint constraint = constraints.get(i);
            FieldPath here = at.index(i);
            if (constraint.getMaxSkew() <= 0) {
                found.invalid(
                        here.child("maxSkew"),
                        constraint.getMaxSkew(),
                        "must be greater than zero");
            }
            if (constraint.getTopologyKey().isEmpty()) {
                found.required(here.child("topologyKey"), "can not be empty");
            }
            if (!UNSATISFIABLE.contains(constraint.getWhenUnsatisfiable())) {
                found.unsupported(
                        here.child("whenUnsatisfiable"),
                        constraint.getWhenUnsatisfiable(),
                        UNSATISFIABLE);
            }
            repeated(found, here, constraint, constraints.subList(i + 1, constraints.size()));
            spreadDetails(found, here, constraint);
            spreadSelector(found, here, constraint, options);
        }
    }

    private static void repeated(
            Violations found,
            FieldPath at,
            TopologySpreadConstraint constraint,
            List<TopologySpreadConstraint> later) {
        boolean again =
                later.stream()
                        .anyMatch(
                                other ->
                                        other.getTopologyKey().equals(constraint.getTopologyKey())
                                                && other.getWhenUnsatisfiable()
                                                        .equals(constraint.getWhenUnsatisfiable()));
        if (again) {
            found.duplicate(
                    at.child("{topologyKey, whenUnsatisfiable}"),
                    "{"
                            + constraint.getTopologyKey()
                            + ", "
                            + constraint.getWhenUnsatisfiable()
                            + "}");
        }
    }

    private static void spreadDetails(
            Violations found, FieldPath at, TopologySpreadConstraint constraint) {
        if (constraint.hasMinDomains()) {
            FieldPath here = at.child("minDomains");
            if (constraint.getMinDomains() <= 0) {
                found.invalid(here, constraint.getMinDomains(), "must be greater than zero");
            }
            if (!constraint.getWhenUnsatisfiable().equals("DoNotSchedule")) {
                found.invalid(
                        here,
                        constraint.getMinDomains(),
                        "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not "
                                + constraint.getWhenUnsatisfiable());
            }
        }
        if (constraint.hasNodeAffinityPolicy()
                && !INCLUSION.contains(constraint.getNodeAffinityPolicy())) {
            found.unsupported(
                    at.child("nodeAffinityPolicy"), constraint.getNodeAffinityPolicy(), INCLUSION);
        }
        if (constraint.hasNodeTaintsPolicy()
                && !INCLUSION.contains(constraint.getNodeTaintsPolicy())) {
            found.unsupported(
                    at.child("nodeTaintsPolicy"), constraint.getNodeTaintsPolicy(), INCLUSION);
        }
    }

    private static void spreadSelector(
            Violations found,
            FieldPath at,
            TopologySpreadConstraint constraint,
            ValidationOptions options) {
        var keys =
                new LabelKeyRules(
                        found, constraint.hasLabelSelector(), constraint.getLabelSelector());
        if (options.labelKeysMerge()) {
            keys.merged(at, constraint.getMatchLabelKeysList(), List.of());
        } else {
            keys.separate(at.child("matchLabelKeys"), constraint.getMatchLabelKeysList());
        }
        LabelSelectorRules.check(found, at.child("labelSelector"), constraint.getLabelSelector());
    }

    static void gates(Violations found, FieldPath at, PodSpec spec) {
        for (int i = 0; i < spec.getReadinessGatesCount(); i++) {
            String type = spec.getReadinessGates(i).getConditionType();
            found.invalidEach(
                    at.child("readinessGates").index(i).child("conditionType"),
                    type,
                    NameFormats.qualifiedName(type));
        }
        Set<String> seen = new HashSet<>();
        List<PodSchedulingGate> gates = spec.getSchedulingGatesList();
        for (int i = 0; i < gates.size(); i++) {
            String name = gates.get(i).getName();
            FieldPath here = at.child("schedulingGates").index(i);
            found.invalidEach(here, name, NameFormats.qualifiedName(name));
            if (!seen.add(name)) {
                found.duplicate(here, name);
            }
        }
    }

    static void claims(
            Violations found, FieldPath at, List<PodResourceClaim> claims, boolean mirror) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            if (mirror) {
                // Upstream's path has no name, which prints like this.
                found.forbidden(FieldPath.root("[]"), "static pods do not support resource claims");
            } else {
                claim(found, at.index(i), claims.get(i), names);
            }
        }
    }

    private static void claim(
            Violations found, FieldPath at, PodResourceClaim claim, Set<String> names) {
        String name = claim.getName();
        if (name.isEmpty()) {
            found.required(at.child("name"));
        } else if (!names.add(name)) {
            found.duplicate(at.child("name"), name);
        } else {
            found.invalidEach(at.child("name"), name, NameFormats.label(name));
        }
        boolean direct = claim.hasResourceClaimName();
        boolean template = claim.hasResourceClaimTemplateName();
        if (direct == template) {
            found.invalidShown(
                    at,
                    Shown.podClaim(claim),
                    direct
                            ? "at most one of `resourceClaimName` or `resourceClaimTemplateName`"
                                    + " may be specified"
                            : "must specify one of: `resourceClaimName`,"
                                    + " `resourceClaimTemplateName`");
        }
        if (direct) {
            found.invalidEach(
                    at.child("resourceClaimName"),
                    claim.getResourceClaimName(),
                    NameFormats.subdomain(claim.getResourceClaimName()));
        }
        if (template) {
            found.invalidEach(
                    at.child("resourceClaimTemplateName"),
                    claim.getResourceClaimTemplateName(),
                    NameFormats.subdomain(claim.getResourceClaimTemplateName()));
        }
    }
}
