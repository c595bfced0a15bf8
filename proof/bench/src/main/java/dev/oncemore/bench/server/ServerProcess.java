package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.bench.measure.MeasuringException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code oncemore serve} in a separate process, as users start it. */
public final class ServerProcess implements AutoCloseable {
    /** The token of its administrator. */
    public static final String TOKEN = "a token for measuring only";

    private static final Pattern ADDRESS = Pattern.compile("oncemore is at (\\S+),.*");
    private static final Duration END_LIMIT = Duration.ofSeconds(20);

    private final Process process;
    private final URI address;
    private final double startMillis;

    private ServerProcess(Process process, URI address, double startMillis) {
        this.process = process;
        this.address = address;
        this.startMillis = startMillis;
    }

    /** Starts the server, and waits for its first page. */
    static ServerProcess start(Path data, String... jvmOptions) {
        return start(null, List.of("--data", data.toString()), Map.of(), jvmOptions);
    }

    /** As {@link #start}, with a desk that sends to this sandbox. */
    public static ServerProcess startWithDesk(Path data, URI sandbox) {
        return start(null, List.of("--data", data.toString(), "--sandbox", sandbox.toString()), Map.of());
    }

    /** As {@link #start}, on another store; the server writes its first password into the folder. */
    static ServerProcess startOn(String store, Map<String, String> environment, Path folder) {
        return start(folder, List.of("--store", store), environment);
    }

    private static ServerProcess start(
            @Nullable Path folder, List<String> options, Map<String, String> environment, String... jvmOptions) {
        List<String> command = new ArrayList<>(launcher());
        command.addAll(List.of("serve", "--port", "0"));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        if (folder != null) {
            builder.directory(folder.toFile());
        }
        builder.environment().put("ONCEMORE_ADMIN_TOKEN", TOKEN);
        builder.environment().putAll(environment);
        if (jvmOptions.length > 0) {
            builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", jvmOptions));
        }
        long begin = System.nanoTime();
        try {
            Process process = builder.start();
            URI address = address(process);
            look(address.resolve("/login"));
            return new ServerProcess(process, address, (System.nanoTime() - begin) / 1e6);
        } catch (IOException e) {
            throw new MeasuringException("the server did not start: " + e, e);
        }
    }

    /** The command if it is known, otherwise its main class, because tests have no command. */
    private static List<String> launcher() {
        String command = System.getenv("ONCEMORE_COMMAND");
        if (command != null) {
            return List.of(command);
        }
        return Jvm.command("dev.oncemore.server.Oncemore");
    }

    private static URI address(Process process) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher matcher = ADDRESS.matcher(line);
            if (matcher.matches()) {
                return URI.create(matcher.group(1));
            }
        }
        throw new IOException("it ended before it printed its address");
    }

    private static void look(URI page) throws IOException {
        try {
            int status = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(page)
                                    .header("Accept", "text/html")
                                    .build(),
                            BodyHandlers.ofString())
                    .statusCode();
            if (status != 200) {
                throw new IOException(page + " answered " + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Where it listens. */
    public URI address() {
        return address;
    }

    /** The time from the command to the first page. */
    double startMillis() {
        return startMillis;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The CPU time of the process. */
    public Duration cpuTime() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
