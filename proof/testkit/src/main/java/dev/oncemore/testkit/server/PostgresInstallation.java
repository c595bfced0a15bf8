package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tukaani.xz.XZInputStream;

/** An unpacked PostgreSQL, with an initialised data folder that each server copies, because initdb is the slowest step. */
final class PostgresInstallation {
    static final String USER = "postgres";

    private static final Pattern KEY_AND_ID = Pattern.compile(" *\\d+ +(\\d+) *");

    private final Path folder;
    private final Unprivileged way;

    private PostgresInstallation(Path folder, Unprivileged way) {
        this.folder = folder;
        this.way = way;
    }

    static PostgresInstallation in(Workplace workplace) {
        Platform platform = Platform.current();
        try (ArtifactJar jar = ArtifactJar.require(platform.postgresArchive, platform.postgresArtifact)) {
            JarEntry archive = jar.entry(Pattern.compile(Pattern.quote(platform.postgresArchive)));
            Path folder = workplace.installation(
                    "postgres-" + Long.toHexString(archive.getCrc()),
                    prepared -> prepare(prepared, jar, archive, workplace.isRoots()));
            return new PostgresInstallation(folder, Unprivileged.wayFor(postgres(folder), workplace.isRoots()));
        }
    }

    private static void prepare(Path folder, ArtifactJar jar, JarEntry archive, boolean root) throws IOException {
        Path log = folder.resolve("log");
        try (InputStream tar = new XZInputStream(jar.open(archive))) {
            Command.run(log, List.of("tar", "-x", "-C", folder.toString(), "-f", "-"), tar);
        }
        Unprivileged way = Unprivileged.wayFor(postgres(folder), root);
        Path template = Files.createDirectory(template(folder));
        way.own(template, log);
        // Only the copies must be durable, and the server ensures that.
        Command.run(
                log,
                way.command(List.of(
                        folder.resolve("bin/initdb").toString(),
                        "--pgdata=" + template,
                        "--username=" + USER,
                        "--auth=trust",
                        "--encoding=UTF8",
                        "--no-locale",
                        "--no-sync")));
    }

    /** The command that starts the server on new data in this folder. */
    List<String> command(Path instance) {
        Path data = instance.resolve("data");
        Trees.copy(template(folder), data);
        way.own(data, instance.resolve("log"));
        return way.command(List.of(postgres(folder).toString(), "-D", data.toString()));
    }

    /** Makes the server a standby from its next start on: it stays in recovery. */
    static void markAsStandby(Path instance) {
        Path signal = instance.resolve("data/standby.signal");
        try {
            Files.writeString(signal, "");
        } catch (IOException e) {
            throw new OncemoreException("cannot write " + signal, e);
        }
    }

    /**
     * Frees the System V shared memory of a killed server, which the system would otherwise keep until the next boot and of which
     * it has a few thousand segments at most. The segment's id is in the server's PID file.
     */
    static void freeMemory(Path instance) {
        Path left = instance.resolve("data/postmaster.pid");
        try {
            List<String> lines = Files.exists(left) ? Files.readAllLines(left) : List.of();
            Matcher keyAndId = KEY_AND_ID.matcher(lines.size() < 7 ? "" : lines.get(6));
            if (keyAndId.matches()) {
                Command.succeeds(List.of("ipcrm", "-m", keyAndId.group(1)));
            }
        } catch (IOException e) {
            throw new OncemoreException("cannot read " + left, e);
        }
    }

    private static Path postgres(Path folder) {
        return folder.resolve("bin/postgres");
    }

    private static Path template(Path folder) {
        return folder.resolve("template");
    }
}
