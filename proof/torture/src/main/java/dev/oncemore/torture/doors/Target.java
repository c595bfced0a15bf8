package dev.oncemore.torture.doors;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code oncemore serve} with a small heap, a sandbox beside it, and tokens for those who use it. */
final class Target implements AutoCloseable {
    static final int HEAP_MEGABYTES = 128;

    private static final String ADMIN_TOKEN = "a token for torture only";
    private static final Pattern ADDRESS = Pattern.compile("oncemore is at (\\S+),.*");
    private static final Pattern TOKEN = Pattern.compile("omt_[A-Za-z0-9_-]+");
    private static final Duration END_LIMIT = Duration.ofSeconds(20);

    private final Process process;
    private final URI address;
    private final Path log;
    private final HttpClient client = HttpClient.newHttpClient();

    private Target(Process process, URI address, Path log) {
        this.process = process;
        this.address = address;
        this.log = log;
    }

    static Target start(Path folder) throws IOException {
        List<String> command = new ArrayList<>(launcher());
        command.addAll(
                List.of("serve", "--port", "0", "--data", folder.resolve("data").toString()));
        command.addAll(List.of("--sandbox", "--sandbox-port", "0"));
        Path log = folder.resolve("server.log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().put("ONCEMORE_ADMIN_TOKEN", ADMIN_TOKEN);
        builder.environment().put("JDK_JAVA_OPTIONS", "-Xmx" + HEAP_MEGABYTES + "m -XX:+ExitOnOutOfMemoryError");
        Process process = builder.start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher matcher = ADDRESS.matcher(line);
            if (matcher.matches()) {
                return new Target(process, URI.create(matcher.group(1)), log);
            }
        }
        throw new IOException("the server ended before it printed its address: " + Files.readString(log));
    }

    /** The command if it is known, otherwise its main class, because tests have no command. */
    private static List<String> launcher() {
        String command = System.getenv("ONCEMORE_COMMAND");
        return command != null
                ? List.of(command)
                : List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.oncemore.server.Oncemore");
    }

    URI address() {
        return address;
    }

    int port() {
        return address.getPort();
    }

    /** A token of this role. */
    String token(String role) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/access/tokens"))
                .header("Authorization", "Bearer " + ADMIN_TOKEN)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("name=torture&days=1&role=" + role))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        Matcher found = TOKEN.matcher(response.body());
        if (!found.find()) {
            throw new IOException("no token: " + response.statusCode());
        }
        return found.group();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it logged; nothing of an attack belongs there. */
    List<String> log() throws IOException {
        return Files.readAllLines(log);
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
