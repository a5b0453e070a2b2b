package io.jubelet.config.flag;

import java.util.HashMap;
import java.util.Map;

/// One short sentence for each flag; loaded only when somebody asks for help.
///
/// Thread: immutable.
final class FlagDescriptions {
    private static final String TABLE =
            """
            address: IP address the HTTPS server listens on; 0.0.0.0 or :: for all
            allowed-unsafe-sysctls: Unsafe sysctls, or patterns ending in *, that pods may set
            anonymous-auth: Let requests without credentials in as system:anonymous
            application-metrics-count-limit: Accepted for compatibility, without effect
            authentication-token-webhook: Ask the API server who a bearer token belongs to
            authentication-token-webhook-cache-ttl: How long such an answer is kept
            authorization-mode: Who may use the server: AlwaysAllow or Webhook
            authorization-webhook-cache-authorized-ttl: How long a yes of the webhook is kept
            authorization-webhook-cache-unauthorized-ttl: How long a no of the webhook is kept
            boot-id-file: Accepted for compatibility, without effect
            bootstrap-kubeconfig: Kubeconfig used to get a first client certificate
            cert-dir: Folder of the TLS certificates that this agent makes or is given
            cgroup-driver: Who writes cgroups, cgroupfs or systemd; the runtime's answer wins
            cgroup-root: Cgroup under which those of pods are made
            cgroups-per-qos: Make a cgroup for each quality of service class and pod
            client-ca-file: Certificates of the authorities whose clients are let in
            cloud-provider: external, or empty for none
            cluster-dns: IP addresses of the cluster's name servers
            cluster-domain: Domain that containers search besides those of the host
            config: File with the configuration; flags win over it
            config-dir: Folder of further *.conf files, merged in the order of their names
            container-hints: Accepted for compatibility, without effect
            container-log-max-files: How many log files a container may have, at least 2
            container-log-max-size: Size at which a container's log file is rotated
            container-runtime-endpoint: Socket of the container runtime
            containerd: Accepted for compatibility, without effect
            containerd-namespace: Accepted for compatibility, without effect
            contention-profiling: Profile lock contention when profiling is on
            cpu-cfs-quota: Enforce CPU limits by CFS quota
            cpu-cfs-quota-period: Length of a CFS quota period
            cpu-manager-policy: How CPUs are given to containers: none or static
            cpu-manager-policy-options: One key=value option of that policy; may be repeated
            cpu-manager-reconcile-period: How often given CPUs are compared with real ones
            enable-controller-attach-detach: Leave attaching of volumes to the controller
            enable-debugging-handlers: Serve logs, exec, attach and port-forward
            enable-load-reader: Accepted for compatibility, without effect
            enable-server: Serve HTTPS at all
            enforce-node-allocatable: Levels at which allocatable resources are enforced
            event-burst: How many events may be sent at once
            event-qps: How many events may be sent per second
            event-storage-age-limit: Accepted for compatibility, without effect
            event-storage-event-limit: Accepted for compatibility, without effect
            eviction-hard: Thresholds (signal<quantity) at which pods are evicted at once
            eviction-max-pod-grace-period: Longest grace in seconds for a soft eviction
            eviction-minimum-reclaim: How much an eviction has to free, by signal
            eviction-pressure-transition-period: How long pressure must be gone to be over
            eviction-soft: Thresholds (signal<quantity) at which pods are evicted after a while
            eviction-soft-grace-period: How long a soft threshold has to be met, by signal
            exit-on-lock-contention: End when another process wants the lock file
            experimental-allocatable-ignore-eviction: Leave eviction out of allocatable
            experimental-mounter-path: Program that mounts instead of mount
            fail-cgroupv1: Refuse to start on a host with cgroup v1
            fail-swap-on: Refuse to start when swap is on
            feature-gates: Features to switch on or off, A=true,B=false
            file-check-frequency: How often the folder of static pods is read again
            global-housekeeping-interval: Accepted for compatibility, without effect
            hairpin-mode: promiscuous-bridge, hairpin-veth or none; without effect
            healthz-bind-address: IP address of the health port
            healthz-port: The health port; 0 for none
            help: Print this and end
            hostname-override: Name to use instead of the host's
            housekeeping-interval: How often container statistics are gathered
            http-check-frequency: How often the URL of static pods is read
            image-credential-provider-bin-dir: Folder of the credential provider programs
            image-credential-provider-config: File or folder that configures them
            image-gc-high-threshold: Disk usage in percent at which images are removed
            image-gc-low-threshold: Disk usage in percent down to which they are removed
            image-service-endpoint: Socket of the image service, if not the runtime's
            kernel-memcg-notification: Let the kernel tell of memory thresholds
            kube-api-burst: How many requests may go to the API server at once
            kube-api-content-type: Content type of requests to the API server
            kube-api-qps: How many requests may go to the API server per second
            kube-reserved: Resources set aside for Kubernetes programs
            kube-reserved-cgroup: Cgroup of those programs
            kubeconfig: How to reach the API server; without it the node runs alone
            kubelet-cgroups: Cgroup to run this agent in
            local-storage-capacity-isolation: Account for local ephemeral storage
            lock-file: File locked while this agent runs
            log-cadvisor-usage: Accepted for compatibility, without effect
            log-flush-frequency: Longest time a log line waits to be written
            log-json-info-buffer-size: Buffer for info lines of a split JSON log
            log-json-split-stream: Write errors of a JSON log to stderr, the rest to stdout
            log-text-info-buffer-size: Buffer for info lines of a split text log
            log-text-split-stream: Write errors of a text log to stderr, the rest to stdout
            logging-format: Form of the log: text or json
            machine-id-file: Accepted for compatibility, without effect
            make-iptables-util-chains: Keep the iptables chains that others rely on
            manifest-url: URL from which static pods are read
            manifest-url-header: Headers for that URL, Name:value; may be repeated
            max-open-files: How many files this process may open
            max-pods: How many pods may run here
            maximum-dead-containers: How many finished containers stay; negative for all
            maximum-dead-containers-per-container: How many finished instances of each stay
            memory-manager-policy: How memory is given to containers: None or Static
            minimum-container-ttl-duration: How old a finished container must be to go
            minimum-image-ttl-duration: How old an unused image must be to go
            node-ip: IP address of the node, or one for each family
            node-labels: Labels the node registers with
            node-status-max-images: How many images the node reports; -1 for all
            node-status-update-frequency: How often the node's status is computed
            oom-score-adj: OOM score adjustment of this process
            pod-cidr: Range of pod addresses for a node that runs alone
            pod-manifest-path: File or folder of static pods
            pod-max-pids: How many processes a pod may have; -1 for the node's limit
            pods-per-core: How many pods may run per core; 0 for no such limit
            port: Port of the HTTPS server
            protect-kernel-defaults: Refuse to start when kernel settings are not as needed
            provider-id: Name of the machine at its provider
            qos-reserved: Share of memory requests to hold back, memory=50%
            read-only-port: Port without authentication; 0 for none
            register-node: Register with the API server
            register-with-taints: Taints the node registers with, key=value:Effect
            registry-burst: How many image pulls may start at once
            registry-qps: How many image pulls may start per second; 0 for no limit
            reserved-cpus: CPUs set aside for the system
            reserved-memory: Memory set aside by NUMA node, 0:memory=1Gi; may be repeated
            resolv-conf: Resolver configuration that pods start from
            root-dir: Folder of this agent's files
            rotate-certificates: Renew the client certificate before it ends
            rotate-server-certificates: Request and renew the serving certificate
            runonce: No longer supported; must be false
            runtime-cgroups: Cgroup of the container runtime
            runtime-request-timeout: Deadline of calls to the runtime that do not last by nature
            seccomp-default: Use the runtime's default seccomp profile for all workloads
            serialize-image-pulls: Pull one image at a time
            storage-driver-buffer-duration: Accepted for compatibility, without effect
            storage-driver-db: Accepted for compatibility, without effect
            storage-driver-host: Accepted for compatibility, without effect
            storage-driver-password: Accepted for compatibility, without effect
            storage-driver-secure: Accepted for compatibility, without effect
            storage-driver-table: Accepted for compatibility, without effect
            storage-driver-user: Accepted for compatibility, without effect
            streaming-connection-idle-timeout: Accepted, without effect as upstream
            sync-frequency: Longest time between two looks at a pod
            system-cgroups: Cgroup for processes that are in none
            system-reserved: Resources set aside for the system
            system-reserved-cgroup: Cgroup of the system's processes
            tls-cert-file: Certificate of the HTTPS server
            tls-cipher-suites: Cipher suites the server offers
            tls-min-version: Oldest TLS version the server speaks
            tls-private-key-file: Key of that certificate
            topology-manager-policy: none, best-effort, restricted or single-numa-node
            topology-manager-policy-options: key=value options of that policy
            topology-manager-scope: What is kept together: container or pod
            v: Verbosity of the log
            version: Print the version and end; raw for more; vX.Y.Z… to report another
            vmodule: Verbosity by source file, pattern=N,…; text log only
            volume-plugin-dir: Folder of further volume plugins
            volume-stats-agg-period: How often volume usage is measured; negative for never
            """;

    private FlagDescriptions() {}

    static Map<String, String> all() {
        var descriptions = new HashMap<String, String>();
        TABLE.lines()
                .map(line -> line.split(": ", 2))
                .forEach(row -> descriptions.put(row[0], row[1]));
        return descriptions;
    }
}
