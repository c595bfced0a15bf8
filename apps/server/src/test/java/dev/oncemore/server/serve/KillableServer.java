package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code serve} in a process of its own. */
record KillableServer(Process process, URI address) {
    private static final Pattern ADDRESS = Pattern.compile("oncemore is at (http://\\S+),");

    /** Starts one on this folder, with more arguments, and returns when it serves. */
    static KillableServer start(Path data, String... more) throws IOException {
        return start(256, data, more);
    }

    /** As above, with so large a heap; as with the launcher, it ends when that is not enough. */
    static KillableServer start(int megabytes, Path data, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.oncemore.server.Oncemore",
                "serve",
                "--port",
                "0",
                "--data",
                data.toString()));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("ONCEMORE_ADMIN_TOKEN", DeskClient.TOKEN);
        builder.redirectError(data.resolveSibling("server.log").toFile());
        Process process = builder.start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher matcher = ADDRESS.matcher(line);
            if (matcher.find()) {
                return new KillableServer(process, URI.create(matcher.group(1)));
            }
        }
        throw new AssertionError("the server did not start; it ended with " + process.exitValue());
    }

    /** SIGKILL on everything but Windows, where it is as sudden. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
}
