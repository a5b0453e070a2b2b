package io.jubelet.config.flag;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.kubelet.KubeletDefaults;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every flag changes its field and nothing else.
final class FlagEffectTest {
    /// The flag, a value other than its default, and the fields that follow from it.
    private static final String CONFIG =
            """
            address 10.1.2.3 address=10.1.2.3
            allowed-unsafe-sysctls kernel.*,net.x allowedUnsafeSysctls[0]=kernel.* \
            allowedUnsafeSysctls[1]=net.x
            anonymous-auth false authentication.anonymous.enabled=false
            authentication-token-webhook true authentication.webhook.enabled=true
            authentication-token-webhook-cache-ttl 7s \
            authentication.webhook.cacheTTL.nanos=7000000000
            authorization-mode Webhook authorization.mode=Webhook
            authorization-webhook-cache-authorized-ttl 7s \
            authorization.webhook.cacheAuthorizedTTL.nanos=7000000000
            authorization-webhook-cache-unauthorized-ttl 7s \
            authorization.webhook.cacheUnauthorizedTTL.nanos=7000000000
            cgroup-driver systemd cgroupDriver=systemd
            cgroup-root /x cgroupRoot=/x
            cgroups-per-qos false cgroupsPerQOS=false
            client-ca-file /x authentication.x509.clientCAFile=/x
            cluster-dns 1.1.1.1,2.2.2.2 clusterDNS[0]=1.1.1.1 clusterDNS[1]=2.2.2.2
            cluster-domain x.local clusterDomain=x.local
            container-log-max-files 7 containerLogMaxFiles=7
            container-log-max-size 7Mi containerLogMaxSize=7Mi
            container-runtime-endpoint unix:///x containerRuntimeEndpoint=unix:///x
            contention-profiling true enableContentionProfiling=true
            cpu-cfs-quota false cpuCFSQuota=false
            cpu-cfs-quota-period 7ms cpuCFSQuotaPeriod.nanos=7000000
            cpu-manager-policy static cpuManagerPolicy=static
            cpu-manager-policy-options a=b,c cpuManagerPolicyOptions[a]=b,c
            cpu-manager-reconcile-period 7s cpuManagerReconcilePeriod.nanos=7000000000
            enable-controller-attach-detach false enableControllerAttachDetach=false
            enable-debugging-handlers false enableDebuggingHandlers=false
            enable-server false enableServer=false
            enforce-node-allocatable none enforceNodeAllocatable[0]=none
            event-burst 7 eventBurst=7
            event-qps 7 eventRecordQPS=7
            eviction-hard memory.available<7Mi,nodefs.available<7% \
            evictionHard[memory.available]=7Mi evictionHard[nodefs.available]=7%
            eviction-max-pod-grace-period 7 evictionMaxPodGracePeriod=7
            eviction-minimum-reclaim imagefs.available=7Gi \
            evictionMinimumReclaim[imagefs.available]=7Gi
            eviction-pressure-transition-period 7s evictionPressureTransitionPeriod.nanos=7000000000
            eviction-soft memory.available<7Gi evictionSoft[memory.available]=7Gi
            eviction-soft-grace-period memory.available=7s \
            evictionSoftGracePeriod[memory.available]=7s
            fail-cgroupv1 false failCgroupV1=false
            fail-swap-on false failSwapOn=false
            feature-gates A=true,B=false featureGates[A]=true featureGates[B]=false
            file-check-frequency 7s fileCheckFrequency.nanos=7000000000
            hairpin-mode none hairpinMode=none
            healthz-bind-address ::1 healthzBindAddress=::1
            healthz-port 7 healthzPort=7
            http-check-frequency 7s httpCheckFrequency.nanos=7000000000
            image-gc-high-threshold 7 imageGCHighThresholdPercent=7
            image-gc-low-threshold 7 imageGCLowThresholdPercent=7
            image-service-endpoint unix:///x imageServiceEndpoint=unix:///x
            kernel-memcg-notification true kernelMemcgNotification=true
            kube-api-burst 7 kubeAPIBurst=7
            kube-api-content-type application/json contentType=application/json
            kube-api-qps 7 kubeAPIQPS=7
            kube-reserved cpu=7m kubeReserved[cpu]=7m
            kube-reserved-cgroup /x kubeReservedCgroup=/x
            kubelet-cgroups /x kubeletCgroups=/x
            local-storage-capacity-isolation false localStorageCapacityIsolation=false
            log-flush-frequency 7s logging.flushFrequency.nanos=7000000000
            log-json-info-buffer-size 7Ki logging.options.json.infoBufferSize.string=7Ki
            log-json-split-stream true logging.options.json.splitStream=true
            log-text-info-buffer-size 7Ki logging.options.text.infoBufferSize.string=7Ki
            log-text-split-stream true logging.options.text.splitStream=true
            logging-format json logging.format=json
            make-iptables-util-chains false makeIPTablesUtilChains=false
            manifest-url http://x staticPodURL=http://x
            manifest-url-header a:b,a:c staticPodURLHeader[a].values[0]=b \
            staticPodURLHeader[a].values[1]=c
            max-open-files 7 maxOpenFiles=7
            max-pods 7 maxPods=7
            memory-manager-policy Static memoryManagerPolicy=Static
            minimum-image-ttl-duration 7s imageMinimumGCAge.nanos=7000000000
            node-status-max-images 7 nodeStatusMaxImages=7
            node-status-update-frequency 7s nodeStatusUpdateFrequency.nanos=7000000000
            oom-score-adj 7 oomScoreAdj=7
            pod-cidr 10.0.0.0/24 podCIDR=10.0.0.0/24
            pod-manifest-path /x staticPodPath=/x
            pod-max-pids 7 podPidsLimit=7
            pods-per-core 7 podsPerCore=7
            port 7 port=7
            protect-kernel-defaults true protectKernelDefaults=true
            provider-id x providerID=x
            qos-reserved memory=7% qosReserved[memory]=7%
            read-only-port 7 readOnlyPort=7
            register-node false registerNode=false
            register-with-taints a=b:NoSchedule registerWithTaints[0].key=a \
            registerWithTaints[0].value=b registerWithTaints[0].effect=NoSchedule
            registry-burst 7 registryBurst=7
            registry-qps 7 registryPullQPS=7
            reserved-cpus 0-1 reservedSystemCPUs=0-1
            reserved-memory 1:memory=7Gi reservedMemory[0].numaNode=1 \
            reservedMemory[0].limits[memory].string=7Gi
            resolv-conf /x resolvConf=/x
            rotate-certificates true rotateCertificates=true
            rotate-server-certificates true serverTLSBootstrap=true
            runonce true runOnce=true
            runtime-request-timeout 7s runtimeRequestTimeout.nanos=7000000000
            serialize-image-pulls false serializeImagePulls=false
            streaming-connection-idle-timeout 7s streamingConnectionIdleTimeout.nanos=7000000000
            sync-frequency 7s syncFrequency.nanos=7000000000
            system-cgroups /x systemCgroups=/x
            system-reserved cpu=7m systemReserved[cpu]=7m
            system-reserved-cgroup /x systemReservedCgroup=/x
            tls-cert-file /x tlsCertFile=/x
            tls-cipher-suites A,B tlsCipherSuites[0]=A tlsCipherSuites[1]=B
            tls-min-version VersionTLS13 tlsMinVersion=VersionTLS13
            tls-private-key-file /x tlsPrivateKeyFile=/x
            topology-manager-policy restricted topologyManagerPolicy=restricted
            topology-manager-policy-options a=b topologyManagerPolicyOptions[a]=b
            topology-manager-scope pod topologyManagerScope=pod
            v 7 logging.verbosity=7
            vmodule a=7 logging.vmodule[0].filePattern=a logging.vmodule[0].verbosity=7
            volume-plugin-dir /x volumePluginDir=/x
            volume-stats-agg-period 7s volumeStatsAggPeriod.nanos=7000000000
            """;

    private static final String OWN =
            """
            application-metrics-count-limit 7 cadvisor.others[application-metrics-count-limit]=7
            boot-id-file /x cadvisor.others[boot-id-file]=/x
            bootstrap-kubeconfig /x sources.bootstrapKubeconfig=/x
            cert-dir /x places.certDirectory=/x
            cloud-provider external identity.cloudProvider=external
            config /x sources.config=/x
            config-dir /x sources.configDirectory=/x
            container-hints /x cadvisor.others[container-hints]=/x
            containerd /x cadvisor.others[containerd]=/x
            containerd-namespace x cadvisor.others[containerd-namespace]=x
            enable-load-reader true cadvisor.others[enable-load-reader]=true
            event-storage-age-limit x=1 cadvisor.others[event-storage-age-limit]=x=1
            event-storage-event-limit x=1 cadvisor.others[event-storage-event-limit]=x=1
            exit-on-lock-contention true places.exitOnLockContention=true
            experimental-allocatable-ignore-eviction true runtime.allocatableIgnoresEviction=true
            experimental-mounter-path /x places.mounterPath=/x
            global-housekeeping-interval 7s cadvisor.others[global-housekeeping-interval]=7s
            hostname-override x identity.hostnameOverride=x
            housekeeping-interval 7s cadvisor.housekeepingInterval=PT7S
            image-credential-provider-bin-dir /x runtime.imageCredentialProviderBinDirectory=/x
            image-credential-provider-config /x runtime.imageCredentialProviderConfig=/x
            kubeconfig /x sources.kubeconfig=/x
            lock-file /x places.lockFile=/x
            log-cadvisor-usage true cadvisor.others[log-cadvisor-usage]=true
            machine-id-file /x cadvisor.others[machine-id-file]=/x
            maximum-dead-containers 7 deadContainers.total=7
            maximum-dead-containers-per-container 7 deadContainers.perContainer=7
            minimum-container-ttl-duration 7s deadContainers.minimumAge=PT7S
            node-ip 10.1.2.3 identity.nodeIp=10.1.2.3
            node-labels a=b,c identity.nodeLabels[a]=b identity.nodeLabels[c]=
            root-dir /x places.rootDirectory=/x
            runtime-cgroups /x runtime.runtimeCgroups=/x
            seccomp-default true runtime.seccompDefault=true
            storage-driver-buffer-duration 7s cadvisor.others[storage-driver-buffer-duration]=7s
            storage-driver-db x cadvisor.others[storage-driver-db]=x
            storage-driver-host x cadvisor.others[storage-driver-host]=x
            storage-driver-password x cadvisor.others[storage-driver-password]=x
            storage-driver-secure true cadvisor.others[storage-driver-secure]=true
            storage-driver-table x cadvisor.others[storage-driver-table]=x
            storage-driver-user x cadvisor.others[storage-driver-user]=x
            version v1.36.4-x identity.reportedVersion=v1.36.4-x
            """;

    record Row(String flag, String value, Map<String, String> fields) {
        static Row of(String line) {
            String[] words = line.split(" ");
            var fields = new HashMap<String, String>();
            Arrays.stream(words)
                    .skip(2)
                    .map(word -> word.split("=", 2))
                    .forEach(pair -> fields.put(pair[0], pair[1]));
            return new Row(words[0], words[1], fields);
        }

        CommandLine parse() {
            return CommandLine.parse(List.of("--" + flag + "=" + value), _ -> {});
        }

        @Override
        public String toString() {
            return "--" + flag + "=" + value;
        }
    }

    private static Stream<Row> configRows() {
        return CONFIG.lines().map(Row::of);
    }

    private static Stream<Row> ownRows() {
        return OWN.lines().map(Row::of);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("configRows")
    void configFlagSetsItsFieldAlone(Row row) {
        var builder = KubeletConfiguration.newBuilder();
        row.parse().applyTo(builder);
        assertThat(Flattened.of(builder.build())).isEqualTo(row.fields());
        assertThat(row.parse().flags()).isEqualTo(KubeletFlags.defaults());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("configRows")
    void configFlagReplacesWhatWasThere(Row row) {
        var builder = KubeletDefaults.legacy().toBuilder();
        Map<String, String> before = Flattened.of(builder.build());
        row.parse().applyTo(builder);
        assertThat(Flattened.of(builder.build())).containsAllEntriesOf(row.fields());
        assertThat(before.entrySet())
                .as("not the default")
                .doesNotContainAnyElementsOf(row.fields().entrySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ownRows")
    void ownFlagSetsItsValueAlone(Row row) {
        Map<String, String> changed = Flattened.of(row.parse().flags());
        changed.entrySet().removeAll(Flattened.of(KubeletFlags.defaults()).entrySet());
        assertThat(changed).isEqualTo(row.fields());
        var builder = KubeletConfiguration.newBuilder();
        row.parse().applyTo(builder);
        assertThat(builder.build()).isEqualTo(KubeletConfiguration.getDefaultInstance());
    }

    @Test
    void everyFlagHasARowHere() {
        List<String> rows =
                Stream.concat(
                                Stream.concat(configRows(), ownRows()).map(Row::flag),
                                Stream.of("help"))
                        .sorted()
                        .toList();
        assertThat(rows).hasSize(149);
        assertThat(FlagTable.instance().all()).extracting(Flag::name).isEqualTo(rows);
        assertThat(configRows()).hasSize(107);
    }

    private static Stream<Flag<?>> flags() {
        return FlagTable.instance().all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("flags")
    void defaultTextIsTheDefault(Flag<?> flag) {
        if (flag.defaultText().isEmpty() || flag.defaultText().startsWith("[")) {
            return;
        }
        var setting = flag.set(flag.defaultText());
        assertThat(setting.print()).isEqualTo(flag.defaultText());
        var config = KubeletDefaults.legacy().toBuilder();
        setting.applyTo(config);
        KubeletDefaults.settle(config);
        assertThat(Flattened.of(config.build())).isEqualTo(Flattened.of(KubeletDefaults.legacy()));
        var flags = new KubeletFlags.Builder();
        setting.applyTo(flags);
        flags.cadvisor.clear();
        assertThat(flags.build()).isEqualTo(KubeletFlags.defaults());
    }
}
