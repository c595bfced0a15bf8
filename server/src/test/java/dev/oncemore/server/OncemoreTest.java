package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a user types it: what is printed where, and with which exit code. */
class OncemoreTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Oncemore.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Nested
    class WhenTheCommandIsKnown {

        @Test
        void versionPrintsOneLineWithTheVersionTheJdkAndTheSystem() {
            assertThat(run("version")).isZero();
            assertThat(out.toString().lines())
                    .singleElement()
                    .asString()
                    .matches("oncemore \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(JDK .+, .+ .+\\)");
            assertThat(err.toString()).isEmpty();
        }

        @Test
        void theVersionIsTheOneTheBuildFilledIn() {
            assertThat(Version.line()).doesNotContain("${").contains(System.getProperty("java.version"));
        }

        @Test
        void theVersionOptionSaysTheSame() {
            assertThat(run("--version")).isZero();
            assertThat(out.toString().strip()).isEqualTo(Version.line());
        }

        @Test
        void helpListsEveryCommand() {
            assertThat(run("--help")).isZero();
            assertThat(out.toString()).contains("Usage: oncemore", "bench", "version", "help");
        }

        @Test
        void helpOnOneCommandDescribesIt() {
            assertThat(run("version", "--help")).isZero();
            assertThat(out.toString()).contains("Usage: oncemore version");
        }

        @Test
        void benchNeedsNoArguments() {
            assertThat(run("bench")).isEqualTo(2);
            assertThat(err.toString()).contains("'./oncemore bench'");
        }

        @Test
        void benchSendsWhoeverRunsTheJarToTheLauncher() {
            assertThat(run("bench", "retry", "--quick")).isEqualTo(2);
            assertThat(err.toString()).contains("'./oncemore bench retry --quick'");
        }
    }

    @Nested
    class WhenAPortIsTaken {

        @Test
        void theSandboxSaysSo() throws IOException {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = taken.getLocalPort();
                assertThat(run("sandbox", "--port", Integer.toString(port))).isEqualTo(1);
                assertThat(err.toString().strip())
                        .isEqualTo("oncemore sandbox: port " + port + " is taken; choose another with --port");
            }
        }

        @Test
        void theServerSaysSo(@TempDir Path data) throws IOException {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = taken.getLocalPort();
                assertThat(run("serve", "--port", Integer.toString(port), "--data", data.toString()))
                        .isEqualTo(1);
                assertThat(err.toString().strip())
                        .isEqualTo("oncemore serve: port " + port + " is taken; choose another with --port");
            }
        }
    }

    @Nested
    class WhenTheCommandLineIsWrong {

        @Test
        void noCommandShowsTheHelpAsAnError() {
            assertThat(run()).isEqualTo(2);
            assertThat(err.toString()).contains("Usage: oncemore");
            assertThat(out.toString()).isEmpty();
        }

        @Test
        void aMistypedCommandGetsASuggestion() {
            assertThat(run("vresion")).isEqualTo(2);
            assertThatTheOnlyLineIs(
                    "oncemore: unknown command 'vresion'; did you mean 'version'? (see 'oncemore --help')");
        }

        @Test
        void anUnknownCommandGetsTheList_whenNothingIsNear() {
            assertThat(run("nosuch")).isEqualTo(2);
            assertThatTheOnlyLineIs(
                    "oncemore: unknown command 'nosuch'; there are demo, serve, sandbox, desk, dead, record, tasks,"
                            + " schedules, bench, version, help, generate-completion (see 'oncemore --help')");
        }

        @Test
        void aMistypedOptionGetsASuggestion() {
            assertThat(run("--hlep")).isEqualTo(2);
            assertThatTheOnlyLineIs(
                    "oncemore: unknown option '--hlep'; did you mean '--help'? (see 'oncemore --help')");
        }

        @Test
        void anUnknownOptionOfACommandNamesTheCommand() {
            assertThat(run("version", "--zzz")).isEqualTo(2);
            assertThatTheOnlyLineIs("oncemore version: unknown option '--zzz' (see 'oncemore version --help')");
        }

        @Test
        void anArgumentTooManyIsNamed() {
            assertThat(run("version", "17")).isEqualTo(2);
            assertThatTheOnlyLineIs("oncemore version: unknown argument '17' (see 'oncemore version --help')");
        }

        private void assertThatTheOnlyLineIs(String line) {
            assertThat(err.toString().strip()).isEqualTo(line);
            assertThat(out.toString()).isEmpty();
        }
    }
}
