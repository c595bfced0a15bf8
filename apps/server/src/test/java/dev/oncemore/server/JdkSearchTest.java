package dev.oncemore.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which JDK the launcher takes, on planted folders that look like JDKs. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class JdkSearchTest {

    private static final Path SCRIPT = Path.of(System.getProperty("basedir", "."), "..", "..", ".launcher", "jdk.sh");

    @TempDir
    private Path folder;

    @Test
    void takesTheNewestOfThoseItIsTriedOn() throws Exception {
        plant("a", "17.0.15");
        plant("b", "25.0.3");
        plant("c", "21");
        assertThat(search()).isEqualTo("b");
    }

    @Test
    void leavesALaterOneAlone_whenAnotherIsThere() throws Exception {
        plant("a", "26.0.1");
        plant("b", "17.0.2");
        assertThat(search()).isEqualTo("b");
    }

    @Test
    void takesTheLeastLateOne_whenThereIsNoOther() throws Exception {
        plant("a", "27-ea");
        plant("b", "26.0.1");
        assertThat(search()).isEqualTo("b");
    }

    @Test
    void takesTheFirstOfEquals() throws Exception {
        plant("a", "21.0.1");
        plant("b", "21.0.9");
        assertThat(search()).isEqualTo("a");
    }

    @Test
    void passesOverOldOnesAndThoseWithoutACompiler() throws Exception {
        plant("a", "1.8.0_402");
        plant("b", "11.0.2");
        Files.delete(plant("c", "25.0.1").resolve("bin/javac"));
        Files.createDirectories(folder.resolve("d"));
        assertThat(search()).startsWith("No JDK 17 or later").contains("ONCEMORE_JAVA_HOME");
    }

    @Test
    void asksTheCompiler_whenNothingTellsTheVersion() throws Exception {
        Path home = plant("a", "17");
        Files.delete(home.resolve("release"));
        plantProgram(home.resolve("bin/javac"), "echo javac 21.0.4");
        plant("b", "17.0.1");
        assertThat(search()).isEqualTo("a");
    }

    @Test
    void takesTheOneThatTheUserNamed() throws Exception {
        plant("a", "25.0.3");
        Path named = plant("b", "17.0.15");
        assertThat(search(Map.of("ONCEMORE_JAVA_HOME", named.toString()))).isEqualTo("b");
    }

    @Test
    void saysSo_whenTheOneThatTheUserNamedIsWrong() throws Exception {
        plant("a", "25.0.3");
        Path named = plant("b", "11.0.2");
        assertThat(search(Map.of("ONCEMORE_JAVA_HOME", named.toString())))
                .contains("ONCEMORE_JAVA_HOME is " + named, "not a JDK 17");
    }

    private Path plant(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        plantProgram(home.resolve("bin/javac"), "exit 9");
        plantProgram(home.resolve("bin/java"), "exit 9");
        Files.writeString(
                home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Any\"\n");
        return home;
    }

    private static void plantProgram(Path file, String command) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + command + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String search() throws Exception {
        return search(Map.of());
    }

    /** The name of the folder that was found, or the message why none was. */
    private String search(Map<String, String> environment) throws Exception {
        String commands = ". '%s'; jdk_places() { printf '%%s\\n' '%s'/*; }; find_jdk && echo \"${jdk_home##*/}\""
                .formatted(SCRIPT, folder);
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", commands).redirectErrorStream(true);
        Stream.of("JAVA_HOME", "ONCEMORE_JAVA_HOME").forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output.strip();
    }
}
