package io.jubelet.core.host;

import java.util.List;
import java.util.OptionalLong;

/// A machine, as far as a cluster wants to know.
///
/// @param identity who it is
/// @param rootDiskBytes size of the file system that holds our root directory, if it could be told
public record MachineFacts(
        Identity identity,
        int cores,
        long memoryBytes,
        long swapBytes,
        List<HugePages> hugePages,
        OptionalLong rootDiskBytes) {
    public MachineFacts {
        hugePages = List.copyOf(hugePages);
    }

    /// Texts that tell this machine, and this start of it, from others; empty where unknown.
    ///
    /// @param architecture Go's word for it, such as `amd64`
    public record Identity(
            String machineId,
            String systemUuid,
            String bootId,
            String kernelVersion,
            String osImage,
            String architecture) {}

    /// Pages of one size that are set aside.
    public record HugePages(long pageBytes, long count) {}
}
