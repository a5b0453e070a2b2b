package io.jubelet.config.gate;

import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Which gates may be on only while others are.
///
/// Thread: immutable. Upstream: the gate dependencies registered by the `features` packages.
final class GateDependencies {
    private static final String TABLE =
            """
            AuthorizeNodeWithSelectors: AuthorizeWithSelectors
            ClusterTrustBundleProjection: ClusterTrustBundle
            DRAAdminAccess: DynamicResourceAllocation
            DRAConsumableCapacity: DynamicResourceAllocation
            DRADeviceBindingConditions: DRAResourceClaimDeviceStatus DynamicResourceAllocation
            DRADeviceTaintRules: DRADeviceTaints
            DRADeviceTaints: DynamicResourceAllocation
            DRAExtendedResource: DynamicResourceAllocation
            DRAListTypeAttributes: DynamicResourceAllocation
            DRANodeAllocatableResources: DynamicResourceAllocation
            DRAPartitionableDevices: DynamicResourceAllocation
            DRAPrioritizedList: DynamicResourceAllocation
            DRAResourceClaimGranularStatusAuthorization: DRAResourceClaimDeviceStatus \
            DynamicResourceAllocation
            DRAResourcePoolStatus: DynamicResourceAllocation
            DRASchedulerFilterTimeout: DynamicResourceAllocation
            DRAWorkloadResourceClaims: DynamicResourceAllocation GenericWorkload
            DeclarativeValidationBeta: DeclarativeValidation
            DeclarativeValidationTakeover: DeclarativeValidation
            DisableAllocatorDualWrite: MultiCIDRServiceAllocator
            ExtendWebSocketsToKubelet: NodeDeclaredFeatures
            GangScheduling: GenericWorkload
            GracefulNodeShutdownBasedOnPodPriority: GracefulNodeShutdown
            ImageVolumeWithDigest: ImageVolume
            InPlacePodLevelResourcesVerticalScaling: InPlacePodVerticalScaling \
            NodeDeclaredFeatures PodLevelResources
            InPlacePodVerticalScalingExclusiveCPUs: InPlacePodVerticalScaling
            InPlacePodVerticalScalingExclusiveMemory: InPlacePodVerticalScaling
            InPlacePodVerticalScalingInitContainers: InPlacePodVerticalScaling NodeDeclaredFeatures
            MatchLabelKeysInPodTopologySpreadSelectorMerge: MatchLabelKeysInPodTopologySpread
            PodCertificateRequest: AuthorizeNodeWithSelectors
            PodLevelResourceManagers: PodLevelResources
            PodLifecycleSleepActionAllowZero: PodLifecycleSleepAction
            ProcMountType: UserNamespacesSupport
            ResourceHealthStatus: DynamicResourceAllocation
            ResourceHealthStatusMessage: ResourceHealthStatus
            RestartAllContainersOnContainerExits: ContainerRestartRules NodeDeclaredFeatures
            ServiceAccountTokenNodeBinding: ServiceAccountTokenNodeBindingValidation
            StaleControllerConsistencyDaemonSet: AtomicFIFO
            StaleControllerConsistencyJob: AtomicFIFO
            StaleControllerConsistencyReplicaSet: AtomicFIFO
            StaleControllerConsistencyStatefulSet: AtomicFIFO
            StorageVersionAPI: APIServerIdentity
            StructuredAuthenticationConfigurationEgressSelector: \
            StructuredAuthenticationConfiguration
            StructuredAuthenticationConfigurationJWKSMetrics: StructuredAuthenticationConfiguration
            TopologyAwareWorkloadScheduling: GenericWorkload
            UnknownVersionInteroperabilityProxy: APIServerIdentity
            UserNamespacesHostNetworkSupport: NodeDeclaredFeatures UserNamespacesSupport
            WindowsGracefulNodeShutdown: GracefulNodeShutdown
            WorkloadAwarePreemption: GangScheduling
            WorkloadWithJob: GenericWorkload
            """;

    private static final SequencedMap<String, List<String>> DEPENDENCIES = dependencies();

    private GateDependencies() {}

    /// The gates that each gate needs, both in the order of names.
    static SequencedMap<String, List<String>> all() {
        return DEPENDENCIES;
    }

    private static SequencedMap<String, List<String>> dependencies() {
        var dependencies = new TreeMap<String, List<String>>();
        TABLE.lines()
                .map(line -> line.split(": "))
                .forEach(row -> dependencies.put(row[0], List.of(row[1].split(" "))));
        return Collections.unmodifiableSequencedMap(dependencies);
    }
}
