package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.OptionalLong;

/// Modes and owners as numbers, which Java's own types have no setgid bit for.
///
/// Thread: one host call's.
final class UnixAttributes {
    private static final int SET_GROUP = 02000;
    private static final int PERMISSIONS = 07777;

    private UnixAttributes() {}

    /// Of something that nobody else can have put there: a link would be followed.
    static void setMode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode);
    }

    static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & PERMISSIONS;
    }

    static int modeOfTarget(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode");
    }

    /// Of the thing itself, never of what a link leads to.
    static void setOwner(Path path, OptionalLong user, OptionalLong group) throws IOException {
        if (user.isPresent()) {
            Files.setAttribute(path, "unix:uid", (int) user.getAsLong(), LinkOption.NOFOLLOW_LINKS);
        }
        if (group.isPresent()) {
            Files.setAttribute(
                    path, "unix:gid", (int) group.getAsLong(), LinkOption.NOFOLLOW_LINKS);
        }
    }

    /// Gives a folder to a group, and with it all that is made in it.
    ///
    /// @param rights what the group may do, such as 0070
    static void giveFolder(Path folder, OptionalLong group, int rights) throws IOException {
        if (group.isPresent()) {
            Files.setAttribute(folder, "unix:gid", (int) group.getAsLong());
            setMode(folder, (modeOfTarget(folder) & PERMISSIONS) | SET_GROUP | rights);
        }
    }
}
