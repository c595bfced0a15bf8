package dev.oncemore.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.torture.nemesis.node.NodeMain;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes as processes: they leave nothing behind, and signals reach them. */
class NodeProcessTest {
    private static final long LIMIT_SECONDS = 60;

    @TempDir
    private Path folder;

    @Test
    void aNodeEnds_whenItsParentIsGone() throws Exception {
        try (ServerSocket parent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process node = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Djava.io.tmpdir=" + folder,
                            "-cp",
                            System.getProperty("java.class.path"),
                            NodeMain.class.getName(),
                            "n0",
                            "1",
                            Integer.toString(parent.getLocalPort()),
                            "sql",
                            "jdbc:sqlite:" + folder.resolve("store.db"),
                            "-",
                            "-")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                try (Socket link = parent.accept();
                        BufferedReader lines = new BufferedReader(
                                new InputStreamReader(link.getInputStream(), StandardCharsets.UTF_8))) {
                    assertThat(lines.readLine()).isEqualTo("0\thello\tn0");
                }

                assertThat(node.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            } finally {
                node.destroyForcibly();
            }
        }
    }

    @Test
    void aStoppedProcessIsStopped_goesOn_andCanBeKilled() throws Exception {
        assumeTrue(Signals.areThere(), "POSIX signals");
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(Signals.stop(process)).isTrue();
            assertThat(Signals.resume(process)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(Signals.stop(process)).as("nobody is there any more").isFalse();
    }
}
