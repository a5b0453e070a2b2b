package io.jubelet.core.journal;

import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// A page as the text of a file: the pod's namespace and name, then a line an entry. Pure.
final class JournalText {
    private JournalText() {}

    static String write(Page page) {
        var text = new StringBuilder();
        text.append(page.pod().namespace()).append('/').append(page.pod().name()).append('\n');
        for (var entry : page.entries()) {
            text.append(entry.at())
                    .append(' ')
                    .append(entry.step())
                    .append(' ')
                    .append(entry.detail().replace('\n', ' ').replace('\r', ' '))
                    .append('\n');
        }
        return text.toString();
    }

    /// Empty for a text that is none of ours; a line that cannot be read is left out.
    static Optional<Page> read(PodUid uid, String text) {
        var lines = text.lines().toList();
        var slash = lines.isEmpty() ? -1 : lines.getFirst().indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        var head = lines.getFirst();
        var pod = new PodIdentity(head.substring(0, slash), head.substring(slash + 1), uid);
        var page = Page.of(pod);
        for (var line : lines.subList(1, lines.size())) {
            var entry = entry(line);
            if (entry.isPresent()) {
                page = page.with(entry.get());
            }
        }
        return Optional.of(page);
    }

    private static Optional<JournalEntry> entry(String line) {
        var words = line.split(" ", 3);
        if (words.length < 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new JournalEntry(Instant.parse(words[0]), Step.valueOf(words[1]), words[2]));
        } catch (DateTimeException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
