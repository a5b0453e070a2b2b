package io.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DistinguishedNameTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "CN=system:node:a, O=system:nodes | system:node:a | system:nodes",
                "CN=admin, O=one, O=two | admin | two one",
                "O=alone | '' | alone",
                "CN=a+O=b | a | b",
                "CN=Jürgen | Jürgen | ''",
            })
    void namesAndGroupsAreFound(String text, String commonName, String organizations) {
        var name = DistinguishedName.of(new X500Principal(text));

        assertThat(name.commonName()).isEqualTo(commonName);
        assertThat(String.join(" ", name.organizations())).isEqualTo(organizations);
    }
}
