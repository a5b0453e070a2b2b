package io.jubelet.model.defaulting;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.EnvVar;
import io.jubelet.api.core.EnvVarSource;
import io.jubelet.api.core.HTTPGetAction;
import io.jubelet.api.core.LifecycleHandler;
import io.jubelet.api.core.ObjectFieldSelector;
import io.jubelet.api.core.Probe;
import io.jubelet.api.core.ResourceFieldSelector;
import io.jubelet.model.image.ImageReference;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.quantity.Quantity;

/// The defaults of one container: pull policy, termination message, ports, environment, probes
/// and hooks.
///
/// Thread: any; pure.
///
/// Upstream: apis/core/v1/defaults.go SetDefaults_Container, SetDefaults_Probe,
/// SetDefaults_HTTPGetAction, SetDefaults_ObjectFieldSelector.
final class ContainerDefaults {
    private ContainerDefaults() {}

    static Container apply(Container container) {
        Container.Builder out = container.toBuilder();
        if (out.getImagePullPolicy().isEmpty()) {
            out.setImagePullPolicy(pullPolicy(out.getImage()));
        }
        if (out.getTerminationMessagePath().isEmpty()) {
            out.setTerminationMessagePath("/dev/termination-log");
        }
        if (out.getTerminationMessagePolicy().isEmpty()) {
            out.setTerminationMessagePolicy("File");
        }
        out.getPortsBuilderList().forEach(ContainerDefaults::port);
        out.getEnvBuilderList().forEach(ContainerDefaults::variable);
        // A container always has this part, if only an empty one.
        out.setResources(ResourceDefaults.rounded(out.getResources()));
        probesAndHooks(out);
        return out.build();
    }

    /// A name without a fixed tag or digest may mean another image tomorrow: always ask.
    static String pullPolicy(String image) {
        boolean latest = ImageReference.parse(image).filter(ImageReference::isLatest).isPresent();
        return latest ? "Always" : "IfNotPresent";
    }

    /// On the host's network a container's port is the host's port.
    static Container hostPorts(Container container) {
        Container.Builder out = container.toBuilder();
        for (ContainerPort.Builder port : out.getPortsBuilderList()) {
            if (port.getHostPort() == 0) {
                port.setHostPort(port.getContainerPort());
            }
        }
        return out.build();
    }

    static void fieldSelector(ObjectFieldSelector.Builder selector) {
        if (selector.getApiVersion().isEmpty()) {
            selector.setApiVersion("v1");
        }
    }

    /// No divisor is written as none; it then counts as one.
    static void resourceSelector(ResourceFieldSelector.Builder selector) {
        if (!selector.hasDivisor()) {
            selector.setDivisor(Amounts.write(Quantity.ZERO));
        }
    }

    private static void port(ContainerPort.Builder port) {
        if (port.getProtocol().isEmpty()) {
            port.setProtocol("TCP");
        }
    }

    private static void variable(EnvVar.Builder variable) {
        if (!variable.hasValueFrom()) {
            return;
        }
        EnvVarSource.Builder source = variable.getValueFromBuilder();
        if (source.hasFieldRef()) {
            fieldSelector(source.getFieldRefBuilder());
        }
        if (source.hasResourceFieldRef()) {
            resourceSelector(source.getResourceFieldRefBuilder());
        }
        if (source.hasFileKeyRef() && !source.getFileKeyRef().hasOptional()) {
            source.getFileKeyRefBuilder().setOptional(false);
        }
    }

    private static void probesAndHooks(Container.Builder container) {
        if (container.hasLivenessProbe()) {
            probe(container.getLivenessProbeBuilder());
        }
        if (container.hasReadinessProbe()) {
            probe(container.getReadinessProbeBuilder());
        }
        if (container.hasStartupProbe()) {
            probe(container.getStartupProbeBuilder());
        }
        if (container.hasLifecycle() && container.getLifecycle().hasPostStart()) {
            hook(container.getLifecycleBuilder().getPostStartBuilder());
        }
        if (container.hasLifecycle() && container.getLifecycle().hasPreStop()) {
            hook(container.getLifecycleBuilder().getPreStopBuilder());
        }
    }

    private static void probe(Probe.Builder probe) {
        if (probe.getTimeoutSeconds() == 0) {
            probe.setTimeoutSeconds(1);
        }
        if (probe.getPeriodSeconds() == 0) {
            probe.setPeriodSeconds(10);
        }
        if (probe.getSuccessThreshold() == 0) {
            probe.setSuccessThreshold(1);
        }
        if (probe.getFailureThreshold() == 0) {
            probe.setFailureThreshold(3);
        }
        if (probe.getHandler().hasHttpGet()) {
            httpGet(probe.getHandlerBuilder().getHttpGetBuilder());
        }
        if (probe.getHandler().hasGrpc() && !probe.getHandler().getGrpc().hasService()) {
            probe.getHandlerBuilder().getGrpcBuilder().setService("");
        }
    }

    private static void hook(LifecycleHandler.Builder hook) {
        if (hook.hasHttpGet()) {
            httpGet(hook.getHttpGetBuilder());
        }
    }

    private static void httpGet(HTTPGetAction.Builder action) {
        if (action.getPath().isEmpty()) {
            action.setPath("/");
        }
        if (action.getScheme().isEmpty()) {
            action.setScheme("HTTP");
        }
    }
}
