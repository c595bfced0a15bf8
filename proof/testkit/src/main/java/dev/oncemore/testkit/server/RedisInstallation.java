package dev.oncemore.testkit.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.regex.Pattern;

/** An unpacked Redis, which is a single program. */
final class RedisInstallation {
    private RedisInstallation() {}

    static Path program(Workplace workplace) {
        String binary = Platform.current().redisBinary;
        try (ArtifactJar jar =
                ArtifactJar.require("redis/embedded/RedisServer.class", "com.github.codemonstur:embedded-redis")) {
            JarEntry entry = jar.entry(Pattern.compile("redis-server-.+-" + Pattern.quote(binary)));
            return workplace
                    .installation("redis-" + Long.toHexString(entry.getCrc()), folder -> unpack(folder, jar, entry))
                    .resolve("redis-server");
        }
    }

    private static void unpack(Path folder, ArtifactJar jar, JarEntry entry) throws IOException {
        Path program = folder.resolve("redis-server");
        try (InputStream content = jar.open(entry)) {
            Files.copy(content, program);
        }
        if (!program.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + program + " executable");
        }
    }
}
