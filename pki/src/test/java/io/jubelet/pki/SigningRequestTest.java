package io.jubelet.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SigningRequestTest {
    private static final Subject NODE = new Subject("system:node:a", List.of("system:nodes"));
    private static final AlternativeNames NAMES =
            new AlternativeNames(List.of("a", "a.example"), List.of("10.0.0.1", "fd00::1"));

    private @TempDir Path folder;

    @ParameterizedTest
    @EnumSource
    void whatIsAskedForIsReadAgain(Keys.Kind kind) {
        var keys = Keys.make(kind);

        var read = SigningRequest.parse(SigningRequest.make(keys, NODE, NAMES).pem());

        assertThat(read.subject()).isEqualTo(NODE);
        assertThat(read.alternativeNames().dns()).isEqualTo(NAMES.dns());
        assertThat(read.alternativeNames().addresses())
                .containsExactly("10.0.0.1", "fd00:0:0:0:0:0:0:1");
        assertThat(read.key()).isEqualTo(keys.getPublic());
    }

    @Test
    void aRequestWithoutAlternativeNamesHasNone() {
        var made = SigningRequest.make(Keys.make(Keys.Kind.EC), NODE, AlternativeNames.NONE);

        assertThat(SigningRequest.parse(made.pem()).alternativeNames())
                .isEqualTo(AlternativeNames.NONE);
    }

    @Test
    void aRequestThatSomeoneChangedIsRefused() {
        var made = SigningRequest.make(Keys.make(Keys.Kind.EC), NODE, NAMES);
        var content = Pem.blocks(made.pem()).getFirst().content();
        var text = new String(content, StandardCharsets.ISO_8859_1);
        var changed = text.replace("system:node:a", "system:node:b");
        var pem = Pem.text("CERTIFICATE REQUEST", changed.getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> SigningRequest.parse(pem))
                .isInstanceOf(PkiException.class)
                .hasMessage("the request is not signed with its key");
    }

    @Test
    void anotherKindOfBlockIsRefused() {
        assertThatThrownBy(() -> SigningRequest.parse(Pem.text("CERTIFICATE", new byte[3])))
                .isInstanceOf(PkiException.class)
                .hasMessage("PEM block type must be CERTIFICATE REQUEST");
    }

    @Test
    void opensslReadsItAndFindsItsSignatureRight() throws IOException, InterruptedException {
        var file = folder.resolve("a.csr");
        Files.writeString(file, SigningRequest.make(Keys.make(Keys.Kind.EC), NODE, NAMES).pem());

        var said =
                openssl(
                        "req",
                        "-in",
                        file.toString(),
                        "-noout",
                        "-verify",
                        "-text",
                        "-nameopt",
                        "RFC2253");

        assertThat(said)
                .contains("verify OK")
                .contains("CN=system:node:a,O=system:nodes")
                .contains("DNS:a, DNS:a.example, IP Address:10.0.0.1, IP Address:FD00:0:0");
    }

    @Test
    void opensslReadsTheKeyThatIsWritten() throws IOException, InterruptedException {
        var keys = Keys.make(Keys.Kind.EC);
        var file = folder.resolve("a.key");
        Files.writeString(file, PrivateKeys.pem(keys.getPrivate(), keys.getPublic()));

        assertThat(openssl("ec", "-in", file.toString(), "-noout", "-check"))
                .contains("EC Key valid");
    }

    private String openssl(String... words) throws IOException, InterruptedException {
        var output = folder.resolve("said").toFile();
        var command = new java.util.ArrayList<>(List.of("openssl"));
        command.addAll(List.of(words));
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output)
                        .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output.toPath());
    }
}
