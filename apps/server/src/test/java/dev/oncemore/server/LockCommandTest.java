package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.testkit.race.Together;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that share a SQLite file, as cron jobs do. */
@DisabledOnOs(OS.WINDOWS) // the commands are shell scripts
class LockCommandTest {
    private final CommandRun command = new CommandRun();
    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    private String store() {
        return "sqlite:" + folder.resolve("oncemore.db");
    }

    /** Another process that has started its script under the lock; the script must print a line first. */
    private Process holder(String lease, String script) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.oncemore.server.Oncemore",
                        "lock",
                        "nightly",
                        "--store",
                        store(),
                        "--lease",
                        lease,
                        "--who",
                        "node-1",
                        "--",
                        "sh",
                        "-c",
                        script)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        started.add(process);
        assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).startsWith("started");
        return process;
    }

    private int lock(String... script) {
        List<String> words = new ArrayList<>(List.of("lock", "nightly", "--store", store(), "--"));
        words.addAll(List.of(script));
        return command.run(words.toArray(String[]::new));
    }

    @Test
    void aForgottenNameOrDelimiterIsRefused_insteadOfRunningSomethingElse() {
        assertThat(command.run("lock", "--store", store(), "--", "env", "echo", "x"))
                .isEqualTo(2);
        assertThat(command.err()).contains("write the lock's name, then -- and the command");

        assertThat(command.run("lock", "nightly", "--store", store(), "echo", "--lease", "5s", "x"))
                .isEqualTo(2);
        assertThat(command.out()).isEmpty();
    }

    @Test
    void argumentsOfTheCommandStayAsTheyAre() throws Exception {
        Path file = Files.writeString(folder.resolve("body.json"), "{\"a\": 1}");

        assertThat(lock(
                        "sh",
                        "-c",
                        "test \"$1\" = \"$2$3\" && test \"$4\" = --",
                        "sh",
                        "@" + file,
                        "@",
                        "" + file,
                        "--"))
                .isZero();
    }

    @Test
    void aMistypedFolderIsNotMade() {
        Path missing = folder.resolve("typo");

        assertThat(command.run("lock", "nightly", "--store", "sqlite:" + missing.resolve("s.db"), "--", "true"))
                .isEqualTo(2);
        assertThat(command.err()).contains("the folder " + missing + " does not exist");
        assertThat(missing).doesNotExist();
    }

    @Test
    void aSecondStartSaysThatItIsRunning_andEndsWith0() throws Exception {
        Process first = holder("30s", "echo started; cat");

        assertThat(lock("sh", "-c", "exit 9")).isZero();
        assertThat(command.out()).matches("already running: nightly, since 20\\d\\d-.*Z, by node-1\\R");
        assertThat(command.err()).isEmpty();

        first.getOutputStream().close(); // the end of its input ends the command
        assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(first.exitValue()).isZero();
        assertThat(lock("sh", "-c", "exit 9")).isEqualTo(9);
    }

    @Test
    void theCommandsExitCodeIsPassedOn_andTheLockIsFreeAfterwards() {
        assertThat(lock("sh", "-c", "exit 7")).isEqualTo(7);
        assertThat(lock("sh", "-c", "test \"$ONCEMORE_LOCK\" = nightly && test \"$ONCEMORE_FENCE\" -gt 0"))
                .isZero();
        assertThat(command.out()).isEmpty();
    }

    @Test
    void aCommandThatCannotBeStartedFreesTheLock() {
        assertThat(lock("/no/such/command")).isEqualTo(127);
        assertThat(command.err()).contains("/no/such/command");
        assertThat(lock("true")).isZero();
        assertThat(command.out()).isEmpty();
    }

    @Test
    void aSignalReachesTheCommand_whoseExitCodeIsPassedOn_andTheLockIsFree() throws Exception {
        Process first = holder(
                "30s", "trap 'kill $pid; echo stopped; exit 5' TERM; sleep 100 & pid=$!; echo started; wait $pid");
        BufferedReader out = first.inputReader(StandardCharsets.UTF_8);

        first.toHandle().destroy(); // SIGTERM, and its output stays open

        assertThat(out.readLine()).isEqualTo("stopped");
        assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(first.exitValue()).isEqualTo(5);
        assertThat(lock("sh", "-c", "exit 3")).isEqualTo(3);
    }

    @Test
    void aKilledHoldersLockIsFreeAfterItsLease() throws Exception {
        Process first = holder("1s", "echo started; cat");
        first.destroyForcibly();
        first.getOutputStream().close();

        Together.await("the lease is over", () -> lock("sh", "-c", "exit 3") == 3);
    }

    @Test
    void aLockIsHeldForAtLeastItsSpan() {
        assertThat(command.run("lock", "nightly", "--store", store(), "--at-least", "1h", "--", "true"))
                .isZero();

        assertThat(lock("sh", "-c", "exit 9")).isZero();
        assertThat(command.out()).startsWith("already running: nightly, since ");
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThat(command.run("lock", "nightly", "--store", store(), "--lease", "1ms", "--", "true"))
                .isEqualTo(2);
        assertThat(command.err()).contains("lease must be between");
        assertThat(command.run("lock", "nightly", "--store", "redis://x", "--", "true"))
                .isEqualTo(2);
        assertThat(command.run("lock", "nightly", "--store", store())).isEqualTo(2);
    }
}
