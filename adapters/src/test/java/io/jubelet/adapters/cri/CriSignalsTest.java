package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.cri.v1.Signal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CriSignalsTest {
    @ParameterizedTest
    @CsvSource({
        "SIGTERM, SIGTERM",
        "SIGUSR1, SIGUSR1",
        "SIGCLD, SIGCLD",
        "SIGRTMIN, SIGRTMIN",
        "SIGRTMIN+1, SIGRTMINPLUS1",
        "SIGRTMIN+15, SIGRTMINPLUS15",
        "SIGRTMAX-14, SIGRTMAXMINUS14",
        "SIGRTMAX-1, SIGRTMAXMINUS1",
        "SIGRTMAX, SIGRTMAX",
    })
    void aSignalIsKnownByItsName(String name, Signal signal) {
        assertThat(CriSignals.of(name)).isEqualTo(signal);
        assertThat(CriSignals.name(signal)).contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "TERM", "SIGRTMINPLUS1", "RUNTIME_DEFAULT", "UNRECOGNIZED"})
    void whatIsNoNameIsLeftToTheRuntime(String name) {
        assertThat(CriSignals.of(name)).isEqualTo(Signal.RUNTIME_DEFAULT);
    }

    @Test
    void everySignalButTheDefaultHasAName() {
        assertThat(Signal.values())
                .filteredOn(signal -> CriSignals.name(signal).isEmpty())
                .containsExactly(Signal.RUNTIME_DEFAULT, Signal.UNRECOGNIZED);
        assertThat(Arrays.stream(Signal.values()).flatMap(s -> CriSignals.name(s).stream()))
                .hasSize(65)
                .doesNotHaveDuplicates();
    }
}
