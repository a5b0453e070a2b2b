package io.jubelet.config.flag;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.function.BiConsumer;

/// One flag: its name, how its value is written, and what setting it changes.
///
/// Thread: immutable.
///
/// @param shorthand the letter after a single dash, or empty
/// @param defaultText the default as upstream's help shows it
/// @param deprecation why it should no longer be used, or empty
record Flag<T>(
        String name,
        String shorthand,
        FlagType<T> type,
        String defaultText,
        String deprecation,
        Target<T> target) {

    /// What a set flag changes.
    sealed interface Target<T> {
        /// A field of the configuration file's type.
        record Config<T>(BiConsumer<KubeletConfiguration.Builder, T> setter) implements Target<T> {}

        /// Something that only the command line can say.
        record Own<T>(BiConsumer<KubeletFlags.Builder, T> setter) implements Target<T> {}
    }

    /// This flag given for the first time.
    Setting<T> set(String text) {
        return new Setting<>(this, type.reader().apply(text));
    }

    /// A flag together with what it was set to.
    ///
    /// Thread: immutable.
    record Setting<T>(Flag<T> flag, T value) {
        /// The same flag given once more.
        Setting<T> again(String text) {
            T next = flag.type().reader().apply(text);
            return new Setting<>(flag, flag.type().merger().apply(value, next));
        }

        void applyTo(KubeletConfiguration.Builder config) {
            switch (flag.target()) {
                case Target.Config<T>(var setter) -> setter.accept(config, value);
                case Target.Own<T> _ -> {}
            }
        }

        void applyTo(KubeletFlags.Builder flags) {
            switch (flag.target()) {
                case Target.Config<T> _ -> {}
                case Target.Own<T>(var setter) -> setter.accept(flags, value);
            }
        }

        String print() {
            return flag.type().printer().apply(value);
        }
    }

    /// The name as messages give it: `-v, --v` or `--port`.
    String display() {
        return shorthand.isEmpty() ? "--" + name : "-" + shorthand + ", --" + name;
    }
}
