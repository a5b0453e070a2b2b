package io.jubelet.model.validation;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.ContainerResizePolicy;
import io.jubelet.api.core.ContainerRestartRule;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.VolumeSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The fields that all containers share, whatever list they are in.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateContainerCommon, validateContainerPorts,
/// validateResizePolicy, validateContainerRestartPolicy.
final class ContainerFieldRules {
    static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> RESIZED = List.of("cpu", "memory");
    private static final List<String> RESIZE_POLICIES = List.of("NotRequired", "RestartContainer");
    private static final List<String> RESTART_POLICIES = List.of("Always", "Never", "OnFailure");
    private static final int RULES_LIMIT = 20;
    private static final int EXIT_CODES_LIMIT = 255;

    private final Violations found;
    private final PodSpec spec;
    private final Map<String, VolumeSource> volumes;
    private final ValidationOptions options;
    private final Set<String> claims = new TreeSet<>();

    ContainerFieldRules(
            Violations found,
            PodSpec spec,
            Map<String, VolumeSource> volumes,
            ValidationOptions options) {
        this.found = found;
        this.spec = spec;
        this.volumes = volumes;
        this.options = options;
        spec.getResourceClaimsList().forEach(claim -> claims.add(claim.getName()));
        claims.remove("");
    }

    void common(FieldPath at, Container container) {
        if (container.getName().isEmpty()) {
            found.required(at.child("name"));
        } else {
            found.invalidEach(
                    at.child("name"), container.getName(), NameFormats.label(container.getName()));
        }
        if (container.getImage().isEmpty()) {
            found.required(at.child("image"));
        }
        found.oneOf(
                at.child("terminationMessagePolicy"),
                container.getTerminationMessagePolicy(),
                MESSAGE_POLICIES);
        ports(at.child("ports"), container.getPortsList());
        EnvironmentRules.variables(found, at.child("env"), container.getEnvList(), options);
        EnvironmentRules.wholeSources(found, at.child("envFrom"), container.getEnvFromList());
        MountRules.check(found, at, container, volumes);
        found.oneOf(at.child("imagePullPolicy"), container.getImagePullPolicy(), PULL_POLICIES);
        ResourceRules.container(found, at.child("resources"), container.getResources(), claims);
        resizePolicy(at.child("resizePolicy"), container.getResizePolicyList());
        SecurityRules.container(
                found,
                at.child("securityContext"),
                container.getSecurityContext(),
                !spec.hasHostUsers() || spec.getHostUsers());
    }

    static void imagePadding(Violations found, FieldPath at, Container container) {
        String image = container.getImage();
        if (!image.equals(image.strip())) {
            found.invalid(at.child("image"), image, "must not have leading or trailing whitespace");
        }
    }

    private void ports(FieldPath at, List<ContainerPort> ports) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            ContainerPort port = ports.get(i);
            FieldPath here = at.index(i);
            if (!port.getName().isEmpty()) {
                List<String> complaints = NameFormats.portName(port.getName());
                found.invalidEach(here.child("name"), port.getName(), complaints);
                if (complaints.isEmpty() && !names.add(port.getName())) {
                    found.duplicate(here.child("name"), port.getName());
                }
            }
            if (port.getContainerPort() == 0) {
                found.required(here.child("containerPort"));
            } else {
                portNumber(here.child("containerPort"), port.getContainerPort());
            }
            if (port.getHostPort() != 0) {
                portNumber(here.child("hostPort"), port.getHostPort());
            }
            found.oneOf(here.child("protocol"), port.getProtocol(), PROTOCOLS);
        }
    }

    private void portNumber(FieldPath at, int port) {
        NameFormats.portNumber(port).forEach(detail -> found.invalid(at, port, detail));
    }

    private void resizePolicy(FieldPath at, List<ContainerResizePolicy> policies) {
        Set<String> resources = new HashSet<>();
        for (int i = 0; i < policies.size(); i++) {
            ContainerResizePolicy policy = policies.get(i);
            if (!resources.add(policy.getResourceName())) {
                found.duplicate(at.index(i), policy.getResourceName());
            }
            found.oneOf(at, policy.getResourceName(), RESIZED);
            found.oneOf(at, policy.getRestartPolicy(), RESIZE_POLICIES);
            if (spec.getRestartPolicy().equals("Never")
                    && !policy.getRestartPolicy().equals("NotRequired")) {
                found.invalidWord(
                        at,
                        policy.getRestartPolicy(),
                        "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
            }
        }
    }

    void restartPolicy(FieldPath at, Container container) {
        if (options.containerRestartRules()) {
            restartRules(at, container);
        } else if (container.hasRestartPolicy()) {
            found.forbidden(at.child("restartPolicy"), "may not be set for non-init containers");
        }
    }

    void initRestartPolicy(FieldPath at, Container container) {
        if (!container.hasRestartPolicy()) {
            ruleNeedsPolicy(at, container);
        } else if (!options.containerRestartRules()) {
            if (!container.getRestartPolicy().equals("Always")) {
                found.unsupported(
                        at.child("restartPolicy"), container.getRestartPolicy(), List.of("Always"));
            }
        } else if (container.getRestartPolicy().equals("Always")
                && !options.restartAllContainers()) {
            if (container.getRestartPolicyRulesCount() > 0) {
                found.forbidden(
                        at.child("restartPolicyRules"),
                        "restartPolicyRules are not allowed for init containers with restart"
                                + " policy Always");
            }
        } else {
            restartRules(at, container);
        }
    }

    private void ruleNeedsPolicy(FieldPath at, Container container) {
        if (container.getRestartPolicyRulesCount() > 0) {
            found.required(
                    at.child("restartPolicy"),
                    "must specify restartPolicy when restart rules are used");
        }
    }

    private void restartRules(FieldPath at, Container container) {
        if (!container.hasRestartPolicy()) {
            ruleNeedsPolicy(at, container);
        } else if (!RESTART_POLICIES.contains(container.getRestartPolicy())) {
            found.unsupported(
                    at.child("restartPolicy"), container.getRestartPolicy(), RESTART_POLICIES);
        }
        List<ContainerRestartRule> rules = container.getRestartPolicyRulesList();
        if (rules.size() > RULES_LIMIT) {
            found.tooMany(at.child("restartPolicyRules"), rules.size(), RULES_LIMIT);
        }
        for (int i = 0; i < rules.size(); i++) {
            restartRule(at.child("restartPolicyRules").index(i), rules.get(i));
        }
    }

    private void restartRule(FieldPath at, ContainerRestartRule rule) {
        List<String> actions =
                options.restartAllContainers()
                        ? List.of("Restart", "RestartAllContainers")
                        : List.of("Restart");
        if (!actions.contains(rule.getAction())) {
            found.unsupported(at.child("action"), rule.getAction(), actions);
        }
        FieldPath codes = at.child("exitCodes");
        if (!rule.hasExitCodes()) {
            found.required(codes, "must be specified");
            return;
        }
        List<String> operators = List.of("In", "NotIn");
        if (!operators.contains(rule.getExitCodes().getOperator())) {
            found.unsupported(
                    codes.child("operator"), rule.getExitCodes().getOperator(), operators);
        }
        if (rule.getExitCodes().getValuesCount() > EXIT_CODES_LIMIT) {
            found.tooMany(
                    codes.child("values"), rule.getExitCodes().getValuesCount(), EXIT_CODES_LIMIT);
        }
    }
}
