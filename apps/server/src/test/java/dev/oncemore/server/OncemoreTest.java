package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a user types it: what is printed where, and with which exit code. */
class OncemoreTest {

    private final CommandRun command = new CommandRun();

    @Nested
    class WhenTheCommandIsKnown {

        @Test
        void versionPrintsOneLineWithTheVersionTheJdkAndTheSystem() {
            assertThat(command.run("version")).isZero();
            assertThat(command.out().lines())
                    .singleElement()
                    .asString()
                    .matches("oncemore \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(JDK .+, .+ .+\\)");
            assertThat(command.err()).isEmpty();
        }

        @Test
        void theVersionIsTheOneTheBuildFilledIn() {
            assertThat(Version.line()).doesNotContain("${").contains(System.getProperty("java.version"));
        }

        @Test
        void theVersionOptionSaysTheSame() {
            assertThat(command.run("--version")).isZero();
            assertThat(command.out().strip()).isEqualTo(Version.line());
        }

        @Test
        void subcommandsTellTheVersionToo() {
            assertThat(command.run("dead", "--version")).isZero();
            assertThat(command.out().strip()).isEqualTo(Version.line());
        }

        @Test
        void helpListsEveryCommand() {
            assertThat(command.run("--help")).isZero();
            assertThat(command.out()).contains("Usage: oncemore", "bench", "torture", "version", "help");
        }

        @Test
        void helpOnOneCommandDescribesIt() {
            assertThat(command.run("version", "--help")).isZero();
            assertThat(command.out()).contains("Usage: oncemore version");
        }

        @Test
        void benchNeedsNoArguments() {
            assertThat(command.run("bench")).isEqualTo(2);
            assertThat(command.err()).contains("'./oncemore bench'");
        }

        @Test
        void tortureSendsTheCallerToTheLauncher() {
            assertThat(command.run("torture", "--minutes", "5")).isEqualTo(2);
            assertThat(command.err()).contains("'./oncemore torture --minutes 5'");
        }

        @Test
        void benchSendsWhoeverRunsTheJarToTheLauncher() {
            assertThat(command.run("bench", "retry", "--quick")).isEqualTo(2);
            assertThat(command.err()).contains("'./oncemore bench retry --quick'");
        }
    }

    @Nested
    class WhenAPortIsTaken {

        @Test
        void theSandboxSaysSo() throws IOException {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = taken.getLocalPort();
                assertThat(command.run("sandbox", "--port", Integer.toString(port)))
                        .isEqualTo(1);
                assertThat(command.err().strip())
                        .isEqualTo("oncemore sandbox: port " + port + " is taken; choose another with --port");
            }
        }

        @Test
        void theServerSaysSo(@TempDir Path data) throws IOException {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = taken.getLocalPort();
                assertThat(command.run("serve", "--port", Integer.toString(port), "--data", data.toString()))
                        .isEqualTo(1);
                assertThat(command.err().strip())
                        .isEqualTo("oncemore serve: port " + port + " is taken; choose another with --port");
            }
        }
    }

    @Nested
    class WhenTheCommandLineIsWrong {

        @Test
        void noCommandShowsTheHelpAsAnError() {
            assertThat(command.run()).isEqualTo(2);
            assertThat(command.err()).contains("Usage: oncemore");
            assertThat(command.out()).isEmpty();
        }

        @Test
        void aMistypedCommandGetsASuggestion() {
            assertThat(command.run("vresion")).isEqualTo(2);
            assertThatTheOnlyLineIs(
                    "oncemore: unknown command 'vresion'; did you mean 'version'? (see 'oncemore --help')");
        }

        @Test
        void anUnknownCommandGetsTheList_whenNothingIsNear() {
            assertThat(command.run("nosuch")).isEqualTo(2);
            assertThatTheOnlyLineIs(
                    "oncemore: unknown command 'nosuch'; there are demo, serve, sandbox, desk, dead, record, tasks,"
                            + " schedules, alerts, lab, check, callback-secret, lock, password, cases, examples, bench, torture, version, help, generate-completion (see 'oncemore --help')");
        }

        @Test
        void aMistypedOptionGetsASuggestion() {
            assertThat(command.run("--hlep")).isEqualTo(2);
            assertThatTheOnlyLineIs(
                    "oncemore: unknown option '--hlep'; did you mean '--help'? (see 'oncemore --help')");
        }

        @Test
        void anUnknownOptionOfACommandNamesTheCommand() {
            assertThat(command.run("version", "--zzz")).isEqualTo(2);
            assertThatTheOnlyLineIs("oncemore version: unknown option '--zzz' (see 'oncemore version --help')");
        }

        @Test
        void anArgumentTooManyIsNamed() {
            assertThat(command.run("version", "17")).isEqualTo(2);
            assertThatTheOnlyLineIs("oncemore version: unknown argument '17' (see 'oncemore version --help')");
        }

        private void assertThatTheOnlyLineIs(String line) {
            assertThat(command.err().strip()).isEqualTo(line);
            assertThat(command.out()).isEmpty();
        }
    }
}
