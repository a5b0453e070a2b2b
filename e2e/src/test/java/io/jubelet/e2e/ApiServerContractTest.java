package io.jubelet.e2e;

import io.jubelet.client.ApiConnections;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.login.KubeconfigCredentials;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.e2e.harness.ControlPlane;
import io.jubelet.sim.contract.ClusterApiContract;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The real API server, asked by our own client, keeps the contract that the fake one keeps.
@SuppressWarnings("NullAway.Init") // The extension fills the field before any test.
class ApiServerContractTest {
    private static ControlPlane plane;

    @RegisterExtension
    static final BeforeAllCallback SERVER =
            (ExtensionContext context) -> plane = ControlPlane.shared(context);

    @Nested
    class InProtobuf extends ClusterApiContract {
        @Override
        protected World open() {
            return new Server(ApiSettings.PROTOBUF);
        }
    }

    @Nested
    class InJson extends ClusterApiContract {
        @Override
        protected World open() {
            return new Server("application/json");
        }
    }

    private static final class Server implements ClusterApiContract.World {
        private final ApiConnections admin;
        private final ApiConnections node;

        Server(String contentType) {
            admin = connect(plane.adminKubeconfig(), contentType);
            node = connect(plane.nodeKubeconfig(), contentType);
        }

        private static ApiConnections connect(String kubeconfig, String contentType) {
            var execution = new SystemExecution();
            return ApiConnections.open(
                    KubeconfigCredentials.load(Path.of(kubeconfig), execution),
                    ApiSettings.of(
                            "contract",
                            contentType,
                            Rate.UNLIMITED,
                            Rate.UNLIMITED,
                            Duration.ofSeconds(10)),
                    execution);
        }

        @Override
        public ClusterApi api() {
            return admin.cluster().api();
        }

        @Override
        public ClusterApi stranger() {
            return node.cluster().api();
        }

        /// What it serves watches from begins with what is there when it starts.
        @Override
        public void forgetHistory() {
            plane.stop("kube-apiserver");
            plane.start("kube-apiserver");
        }

        @Override
        public void close() {
            admin.close();
            node.close();
        }
    }
}
