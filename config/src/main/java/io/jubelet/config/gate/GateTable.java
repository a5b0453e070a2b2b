package io.jubelet.config.gate;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Every gate that Kubernetes 1.36 knows, with its stage, default and lock.
///
/// The whole list has to be known, also what only the API server acts upon, because clusters pass
/// one list of gates to all of their programs.
///
/// Thread: immutable. Upstream: the `features` packages of kubernetes, apiserver, component-base
/// and client-go as they stand at 1.36.
final class GateTable {
    private static final String GA_LOCKED_ON =
            """
            APIServerTracing AnonymousAuthConfigurableEndpoints AnyVolumeDataSource
            AuthorizeNodeWithSelectors AuthorizeWithSelectors BtreeWatchCache
            CPUManagerPolicyOptions CRDValidationRatcheting CSIServiceAccountTokenSecrets
            ConsistentListFromCache CustomResourceFieldSelectors DRAAdminAccess
            DeclarativeValidation DisableAllocatorDualWrite DynamicResourceAllocation
            ExecProbeTimeout ExternalServiceAccountTokenSigner ImageMaximumGCAge ImageVolume
            InOrderInformers InPlacePodVerticalScaling JobBackoffLimitPerIndex JobManagedBy
            JobPodReplacementPolicy JobSuccessPolicy KubeletCgroupDriverFromCRI
            KubeletFineGrainedAuthz KubeletPSI KubeletPodResourcesDynamicResources
            KubeletPodResourcesGet KubeletTracing LogarithmicScaleDown
            MatchLabelKeysInPodAffinity MultiCIDRServiceAllocator MutableCSINodeAllocatableCount
            NFTablesProxyMode NodeInclusionPolicyInPodTopologySpread NodeLogQuery NodeSwap
            OrderedNamespaceDeletion PodLifecycleSleepAction PodLifecycleSleepActionAllowZero
            PodObservedGenerationTracking PodSchedulingReadiness PreferSameTrafficDistribution
            ProcMountType RecoverVolumeExpansionFailure RecursiveReadOnlyMounts
            RelaxedDNSSearchValidation RelaxedEnvironmentVariableValidation
            ResilientWatchCacheInitialization RetryGenerateName SELinuxChangePolicy
            SELinuxMountReadWriteOncePod SchedulerQueueingHints SeparateTaintEvictionController
            ServiceAccountTokenJTI ServiceAccountTokenNodeBinding
            ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo
            SidecarContainers StreamingCollectionEncodingToJSON
            StreamingCollectionEncodingToProtobuf StructuredAuthenticationConfiguration
            SupplementalGroupsPolicy SystemdWatchdog TopologyManagerPolicyOptions
            UserNamespacesSupport VolumeAttributesClass WinDSR WinOverlay
            """;

    private static final String GA_ON =
            """
            AllowServiceExternalIPs CustomCPUCFSQuotaPeriod DRAPrioritizedList
            InformerResourceVersion MutatingAdmissionPolicy
            """;

    private static final String BETA_ON =
            """
            APIResponseCompression APIServerIdentity AllowParsingUserUIDFromCertAuth AtomicFIFO
            AuthorizePodWebsocketUpgradeCreatePermission CPUManagerPolicyBetaOptions
            CRDObservedGenerationTracking ClearingNominatedNodeNameAfterBinding
            ClientsAllowCARotation ClientsAllowTLSCacheGC ComponentFlagz ComponentStatusz
            ConstrainedImpersonation ContainerCheckpoint ContainerRestartRules ContextualLogging
            DRAConsumableCapacity DRADeviceBindingConditions DRADeviceTaints DRAExtendedResource
            DRAPartitionableDevices DRAResourceClaimDeviceStatus
            DRAResourceClaimGranularStatusAuthorization DRASchedulerFilterTimeout
            DeclarativeValidationBeta DeploymentReplicaSetTerminatingReplicas
            DetectCacheInconsistency EnvFiles ExtendWebSocketsToKubelet GracefulNodeShutdown
            GracefulNodeShutdownBasedOnPodPriority HPAConfigurableTolerance HostnameOverride
            InOrderInformersBatchProcess InPlacePodLevelResourcesVerticalScaling
            InPlacePodVerticalScalingInitContainers KubeletCrashLoopBackOffMax
            KubeletEnsureSecretPulledImages KubeletSeparateDiskGC
            KubeletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot
            LoggingBetaOptions MatchLabelKeysInPodTopologySpread
            MatchLabelKeysInPodTopologySpreadSelectorMerge MutablePodResourcesForSuspendedJobs
            MutableSchedulingDirectivesForSuspendedJobs NodeDeclaredFeatures
            NominatedNodeNameForExpectation OpenAPIEnums OpportunisticBatching
            PLEGOnDemandRelist PodDeletionCost PodLevelResources
            PodReadyToStartContainersCondition PodTopologyLabelsAdmission PortForwardWebsockets
            PreventStaticPodAPIReferences RelaxedServiceNameValidation ReloadKubeletClientCAFile
            ReloadKubeletServerCertificateFile RemoteRequestHeaderUID ResourceHealthStatus
            ResourceHealthStatusMessage RestartAllContainersOnContainerExits
            RotateKubeletServerCertificate SchedulerAsyncPreemption SchedulerPopFromBackoffQ
            ServiceAccountNodeAudienceRestriction SizeBasedListCostEstimate
            StaleControllerConsistencyDaemonSet StaleControllerConsistencyJob
            StaleControllerConsistencyReplicaSet StaleControllerConsistencyStatefulSet
            StatefulSetSemanticRevisionComparison StorageVersionHash StrictIPCIDRValidation
            StructuredAuthenticationConfigurationEgressSelector
            StructuredAuthenticationConfigurationJWKSMetrics
            TokenRequestServiceAccountUIDValidation TopologyManagerPolicyBetaOptions
            TranslateStreamCloseWebsocketRequests UnauthenticatedHTTP2DOSMitigation
            UnknownVersionInteroperabilityProxy UnlockWhileProcessingFIFO
            WatchCacheInitializationPostStartHook WatchList WatchListClient
            WindowsGracefulNodeShutdown
            """;

    private static final String BETA_OFF =
            """
            AllBeta ClusterTrustBundle ClusterTrustBundleProjection ConcurrentWatchObjectDecode
            CoordinatedLeaderElection DRADeviceTaintRules
            LocalStorageCapacityIsolationFSQuotaMonitoring MaxUnavailableStatefulSet
            PodCertificateRequest SELinuxMount SchedulerAsyncAPICalls StorageVersionMigrator
            """;

    private static final String ALPHA_OFF =
            """
            APIServingWithRoutine AllAlpha AllowUnsafeMalformedObjectDeletion
            CBORServingAndStorage CPUManagerPolicyAlphaOptions CRIListStreaming CSIVolumeHealth
            ClientsAllowCBOR ClientsPreferCBOR
            CloudControllerManagerWatchBasedRoutesReconciliation CloudControllerManagerWebhook
            ContainerStopSignals ControllerManagerReleaseLeaderElectionLockOnExit
            CrossNamespaceVolumeDataSource DRAListTypeAttributes DRANodeAllocatableResources
            DRAResourcePoolStatus DRAWorkloadResourceClaims EventedPLEG GangScheduling
            GenericWorkload HPAScaleToZero ImageVolumeWithDigest
            InPlacePodVerticalScalingExclusiveCPUs InPlacePodVerticalScalingExclusiveMemory
            KubeletInUserNamespace LoggingAlphaOptions ManifestBasedAdmissionControlConfig
            MemoryQoS MutablePVNodeAffinity NativeHistograms
            PersistentVolumeClaimUnusedSinceTime PodAndContainerStatsFromCRI
            PodLevelResourceManagers PodLogsQuerySplitStreams PodsAPI QOSReserved
            ReduceDefaultCrashLoopBackOffDecay RuntimeClassInImageCriApi ShardedListAndWatch
            StorageCapacityScoring StorageVersionAPI TaintTolerationComparisonOperators
            TopologyAwareWorkloadScheduling TopologyManagerPolicyAlphaOptions
            UserNamespacesHostNetworkSupport VolumeLimitScaling WindowsCPUAndMemoryAffinity
            WorkloadAwarePreemption WorkloadWithJob
            """;

    private static final String DEPRECATED_LOCKED_ON =
            """
            AggregatedDiscoveryRemoveBetaType DisableNodeKubeProxyVersion
            """;

    private static final String DEPRECATED_ON =
            """
            DisableCPUQuotaWithExclusiveCPUs KubeletPodResourcesListUseActivePods
            ServiceCIDRStatusFieldWiping StorageNamespaceIndex
            """;

    private static final String DEPRECATED_LOCKED_OFF =
            """
            AllowOverwriteTerminationGracePeriodSeconds GitRepoVolumeDriver
            SeparateCacheWatchRPC
            """;

    private static final String DEPRECATED_OFF =
            """
            AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests
            ChangeContainerStatusOnKubeletRestart DeclarativeValidationTakeover KMSv1
            KubeletRegistrationGetOnExistsOnly WindowsHostNetwork
            """;

    private static final SequencedMap<String, Gate> GATES = gates();

    private GateTable() {}

    static SequencedMap<String, Gate> all() {
        return GATES;
    }

    private static SequencedMap<String, Gate> gates() {
        var gates = new TreeMap<String, Gate>();
        add(gates, GA_LOCKED_ON, Stage.GA, true, true);
        add(gates, GA_ON, Stage.GA, true, false);
        add(gates, BETA_ON, Stage.BETA, true, false);
        add(gates, BETA_OFF, Stage.BETA, false, false);
        add(gates, ALPHA_OFF, Stage.ALPHA, false, false);
        add(gates, DEPRECATED_LOCKED_ON, Stage.DEPRECATED, true, true);
        add(gates, DEPRECATED_ON, Stage.DEPRECATED, true, false);
        add(gates, DEPRECATED_LOCKED_OFF, Stage.DEPRECATED, false, true);
        add(gates, DEPRECATED_OFF, Stage.DEPRECATED, false, false);
        return Collections.unmodifiableSequencedMap(gates);
    }

    private static void add(
            Map<String, Gate> gates, String names, Stage stage, boolean on, boolean locked) {
        Arrays.stream(names.split("\\s+"))
                .forEach(name -> gates.put(name, new Gate(name, stage, on, locked)));
    }
}
