package io.jubelet.core.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream's TestMilliCPUToQuota, TestCpuWeightToCPUShares and TestHugePageLimits.
final class CpuCalculatorTest {
    @ParameterizedTest(name = "{0} thousandths of a core in {2} µs are {1} µs")
    @CsvSource({
        "0, 0, 0",
        "5, 1000, 100000",
        "9, 1000, 100000",
        "10, 1000, 100000",
        "200, 20000, 100000",
        "500, 50000, 100000",
        "1000, 100000, 100000",
        "1500, 150000, 100000",
        "1000, 5000, 5000"
    })
    void quota(long milliCpu, long quota, long period) {
        assertThat(CpuCalculator.quota(milliCpu, period)).isEqualTo(quota);
    }

    @ParameterizedTest(name = "{0} thousandths of a core are {1} shares")
    @CsvSource({
        "0, 2",
        "1, 2",
        "2, 2",
        "100, 102",
        "1000, 1024",
        "255999, 262142",
        "999999, 262144"
    })
    void shares(long milliCpu, long shares) {
        assertThat(CpuCalculator.shares(milliCpu)).isEqualTo(shares);
    }

    @ParameterizedTest(name = "{0} shares weigh {1}")
    @CsvSource({
        "0, 1",
        "2, 1",
        "102, 4",
        "512, 20",
        "1024, 39",
        "262143, 9999",
        "262144, 10000",
        "999999, 10000"
    })
    void weight(long shares, long weight) {
        assertThat(CpuCalculator.weight(shares)).isEqualTo(weight);
    }

    @ParameterizedTest(name = "a weight of {0} is {1} shares")
    @CsvSource({"1, 2", "2, 28", "3, 54", "4, 80", "245, 6398", "10000, 262144"})
    void sharesOfWeight(long weight, long shares) {
        assertThat(CpuCalculator.sharesOfWeight(weight)).isEqualTo(shares);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    no valid hugepages; 2Mi=128; ''
                    2Mi only; hugepages-2Mi=128; 2097152=128
                    2Mi and 4Mi; hugepages-2Mi=128 hugepages-2097152=256 hugepages-4Mi=512 \
                    4Mi=1024; 2097152=384 4194304=512
                    """)
    void hugePages(String name, String amounts, String expected) {
        var resources = new TreeMap<String, io.jubelet.api.meta.Quantity>();
        pairs(amounts).forEach((key, value) -> resources.put(key, SizedPods.quantity(value)));
        var limits = new TreeMap<Long, Long>();
        pairs(expected)
                .forEach((size, bytes) -> limits.put(Long.valueOf(size), Long.valueOf(bytes)));

        assertThat(HugePageCalculator.of(resources)).as(name).isEqualTo(limits);
    }

    private static Map<String, String> pairs(String text) {
        var pairs = new TreeMap<String, String>();
        for (var pair : text.isEmpty() ? new String[0] : text.split(" ")) {
            var sign = pair.indexOf('=');
            pairs.put(pair.substring(0, sign), pair.substring(sign + 1));
        }
        return pairs;
    }

    @ParameterizedTest(name = "pages of {0} bytes are {1}")
    @CsvSource({
        "65536, 64KB",
        "2097152, 2MB",
        "33554432, 32MB",
        "1073741824, 1GB",
        "17179869184, 16GB"
    })
    void sizeText(long bytes, String text) {
        assertThat(HugePageCalculator.sizeText(bytes)).isEqualTo(text);
    }
}
