package dev.oncemore.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher starts, and with what, by a fake JDK that prints its arguments and its umask. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherFlagsTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..", "..");

    @TempDir
    private Path checkout;

    /** A checkout whose build is newer than its sources. */
    @BeforeEach
    void plant() throws Exception {
        Files.copy(ROOT.resolve("oncemore"), checkout.resolve("oncemore"));
        Path launcher = Files.createDirectories(checkout.resolve(".launcher"));
        for (String script : List.of("jdk.sh", "build.sh")) {
            Files.copy(ROOT.resolve(".launcher").resolve(script), launcher.resolve(script));
        }
        Path state = Files.createDirectories(checkout.resolve("target/launcher/server"));
        Path jar = Files.writeString(state.resolve("oncemore-server.jar"), "");
        Path source = Files.writeString(checkout.resolve("pom.xml"), "").toRealPath();
        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
        Files.writeString(state.resolve("class-path"), jar + "\n");
        Files.writeString(state.resolve("sources"), source + "\n");
        Files.writeString(state.resolve("built"), "");
        program("jdk/bin/javac", "exit 9");
        program("jdk/bin/java", "umask; printf '%s\\n' \"$@\"");
        Files.writeString(checkout.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    private void program(String name, String command) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + command + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private List<String> run(String... command) throws Exception {
        Process process = start(command);
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    private Process start(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", "-c", "umask 022; exec bash ./oncemore " + String.join(" ", command))
                .directory(checkout.toFile())
                .redirectErrorStream(true);
        builder.environment().put("ONCEMORE_JAVA_HOME", checkout.resolve("jdk").toString());
        builder.environment()
                .merge("PATH", checkout.resolve("bin").toString(), (path, own) -> own + File.pathSeparator + path);
        return builder.start();
    }

    /** Its state has the paths of the original, whose code would run instead of its own. */
    @Test
    void theCopyOfACheckoutIsBuiltAnew() throws Exception {
        program("bin/mvn", "echo '[ERROR] this is the planted build'; exit 1");
        Path original = Files.createDirectories(checkout.resolve("original"));
        Path source = Files.writeString(original.resolve("pom.xml"), "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
        Files.writeString(checkout.resolve("target/launcher/server/sources"), source + "\n");

        Process process = start("version");

        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).contains("this is the planted build");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    @Test
    void aServerEndsWhenMemoryRunsOut_andWritesFilesForItsOwnerOnly() throws Exception {
        for (String command : List.of("serve", "demo")) {
            List<String> lines = run(command, "--port", "0");
            assertThat(lines.get(0)).as("umask of " + command).isIn("0077", "077");
            assertThat(lines)
                    .contains("-XX:+ExitOnOutOfMemoryError", "-Doncemore.terminal=false")
                    .endsWith("dev.oncemore.server.Oncemore", command, "--port", "0");
        }
        assertThat(run("sandbox")).contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void otherCommandsDoNot() throws Exception {
        List<String> lines = run("version");
        assertThat(lines.get(0)).isIn("0022", "022");
        assertThat(lines).doesNotContain("-XX:+ExitOnOutOfMemoryError").contains("-XX:TieredStopAtLevel=1");
    }
}
