package io.jubelet.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.jubelet.core.check.planted.PlantedImport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LayersTest {
    private static final JavaClasses PRODUCT =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.jubelet");

    static Stream<ArchRule> rules() {
        return Layers.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void hold(ArchRule rule) {
        rule.check(PRODUCT);
    }

    @Test
    void failOnAForbiddenImport() {
        var withFault = new ClassFileImporter().importClasses(PlantedImport.class);

        var violated =
                Layers.downwardImports().stream()
                        .map(rule -> rule.allowEmptyShould(true).evaluate(withFault))
                        .anyMatch(result -> result.hasViolation());

        assertThat(violated).isTrue();
    }
}
