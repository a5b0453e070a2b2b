package io.jubelet.config.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// No field is silently ignored: the parity table has a row for each.
class ParityTableTest {
    private static final Pattern ROW = Pattern.compile("^\\| `(\\w+)` \\| .+ \\| .+ \\|$");

    @Test
    void theTableHasOneRowForEveryField() throws IOException {
        List<String> rows =
                Files.readAllLines(Path.of("../docs/parity-config.md")).stream()
                        .map(ROW::matcher)
                        .filter(match -> match.matches())
                        .map(match -> match.group(1))
                        .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        KubeletConfiguration.getDescriptor().getFields().stream()
                                .map(FieldDescriptor::getName)
                                .toList());
    }
}
