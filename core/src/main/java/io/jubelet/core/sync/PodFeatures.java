package io.jubelet.core.sync;

/// Which of the parts of a pod that have a feature gate this node knows.
///
/// @param environmentFiles whether variables may come from files of a volume (EnvFiles)
/// @param stopSignals whether a container may say which signal ends it (ContainerStopSignals)
public record PodFeatures(boolean environmentFiles, boolean stopSignals) {
    public static final PodFeatures ALL = new PodFeatures(true, true);
}
