package io.jubelet.core.testing;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.PullRecordFiles;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Records of pulls in memory, on a disk that fails when it is told to.
public final class RecordFolder implements PullRecordFiles {
    private final Map<Folder, Map<String, String>> folders = new EnumMap<>(Folder.class);
    private boolean broken;

    public RecordFolder() {
        for (var folder : Folder.values()) {
            folders.put(folder, new TreeMap<>());
        }
    }

    public void breaks(boolean now) {
        broken = now;
    }

    private Map<String, String> in(Folder folder) {
        if (broken) {
            throw new HostCallException("the disk is gone");
        }
        return folders.getOrDefault(folder, Map.of());
    }

    public List<String> names(Folder folder) {
        return List.copyOf(in(folder).keySet());
    }

    /// Cuts all records of pulled images in half.
    public void damage() {
        in(Folder.PULLED).replaceAll((_, text) -> text.substring(0, text.length() / 2));
    }

    @Override
    public List<String> all(Folder folder) {
        return List.copyOf(in(folder).values());
    }

    @Override
    public Optional<String> read(Folder folder, String name) {
        return Optional.ofNullable(in(folder).get(name));
    }

    @Override
    public void write(Folder folder, String name, String text) {
        in(folder).put(name, text);
    }

    @Override
    public void delete(Folder folder, String name) {
        in(folder).remove(name);
    }
}
