package io.jubelet.core.certificate;

/// Why the node does not have a certificate that it wants.
public sealed interface CertificateWait {
    /// The short word that tables and metrics show.
    String code();

    /// One sentence for a person.
    String message();

    /// What would end the wait.
    String unblockedBy();

    /// The request is at the API server and nobody decided yet.
    record NotApproved(String request, String signer) implements CertificateWait {
        @Override
        public String code() {
            return "CertificateNotApproved";
        }

        @Override
        public String message() {
            return "certificate signing request " + request + " for " + signer + " is pending";
        }

        @Override
        public String unblockedBy() {
            return "kubectl certificate approve " + request;
        }
    }

    /// The request is approved, but the signer did not issue the certificate yet.
    record NotIssued(String request, String signer) implements CertificateWait {
        @Override
        public String code() {
            return "CertificateNotIssued";
        }

        @Override
        public String message() {
            return "certificate signing request "
                    + request
                    + " is approved, waiting to be issued by "
                    + signer;
        }

        @Override
        public String unblockedBy() {
            return "the signer " + signer;
        }
    }

    /// Somebody said no, or the signer could not do it.
    record Refused(String request, String detail) implements CertificateWait {
        @Override
        public String code() {
            return "CertificateRefused";
        }

        @Override
        public String message() {
            return "certificate signing request " + request + ": " + detail;
        }

        @Override
        public String unblockedBy() {
            return "the approval of a later request; one is made by itself";
        }
    }

    /// The request did not reach the API server, or what came back could not be used.
    record RequestFailed(String detail) implements CertificateWait {
        @Override
        public String code() {
            return "CertificateRequestFailed";
        }

        @Override
        public String message() {
            return "cannot get a certificate: " + detail;
        }

        @Override
        public String unblockedBy() {
            return "the next try";
        }
    }

    /// The disk does not take the new certificate.
    record NotStored(String detail) implements CertificateWait {
        @Override
        public String code() {
            return "CertificateNotStored";
        }

        @Override
        public String message() {
            return "cannot keep the new certificate: " + detail;
        }

        @Override
        public String unblockedBy() {
            return "a certificate folder that can be written";
        }
    }

    /// The node does not know yet under which addresses it is reached.
    record AddressesUnknown() implements CertificateWait {
        @Override
        public String code() {
            return "NodeAddressesUnknown";
        }

        @Override
        public String message() {
            return "the node has no address yet to ask a serving certificate for";
        }

        @Override
        public String unblockedBy() {
            return "an address of the node";
        }
    }
}
