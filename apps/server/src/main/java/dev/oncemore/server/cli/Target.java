package dev.oncemore.server.cli;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command acts. */
final class Target {
    /** Answered where there is no such thing, or where it has changed. */
    static final int NOT_THERE = 3;

    private static final int TOKEN_FILE_MAX = 4_096;
    private static final Pattern TOKEN = Pattern.compile("[!-~](?:[ -~]{0,4094}[!-~])?");
    private static final String USUAL = "http://127.0.0.1:8080";

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:ONCEMORE_SERVER:-" + USUAL + "}",
            description = "The running server (ONCEMORE_SERVER in the environment, or " + USUAL + ").")
    private URI server;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "An API token, which others on this machine can see in the list of processes; better"
                    + " --token-file, or ONCEMORE_TOKEN or ONCEMORE_ADMIN_TOKEN in the environment.")
    private @Nullable String token;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file with an API token.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "Act on this store without a server: sqlite:PATH, jdbc:postgresql://… or jdbc:mariadb://….")
    private @Nullable String store;

    @Option(names = "--json", description = "Print the response of the API.")
    private boolean json;

    /** Something to do with an open API. */
    @FunctionalInterface
    interface Work {
        int with(ApiClient api) throws ApiException;
    }

    boolean isJson() {
        return json;
    }

    boolean isStore() {
        return store != null;
    }

    /** How a further command says the same, without secrets. */
    String words() {
        if (store != null) {
            return " --store " + StoreUrl.parse(store);
        }
        return server.toString().equals(USUAL) ? "" : " --server " + server;
    }

    /** The store that is not there yet, and would be made. */
    Optional<StoreUrl> newStore() {
        return Optional.ofNullable(store)
                .map(StoreUrl::parse)
                .filter(url -> url.file() != null && !Files.exists(url.file()));
    }

    /** Does it on the server, or on a server of its own with this desk, which nobody else reaches and which ends with it. */
    int run(Work work, Map<String, String> environment, @Nullable DeskSettings desk) throws ApiException {
        if (store == null) {
            return work.with(new ApiClient(server, token(environment)));
        }
        StoreUrl url = StoreUrl.parse(store);
        if (desk == null) {
            requireThere();
        }
        RowLines.silence();
        String secret = Ids.random(Chance.unforeseeable()).next();
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, url, secret, false);
        try (Server own = Server.startForOperations(settings.desk(desk), environment)) {
            return work.with(new ApiClient(own.address(), secret));
        }
    }

    /** A path that was mistyped must not become an empty store, in which nothing is dead. Only who sends may begin one. */
    private void requireThere() {
        newStore().ifPresent(url -> {
            throw new IllegalArgumentException(
                    "there is no store " + url + "; 'oncemore serve --store " + url + "' makes one");
        });
    }

    private String token(Map<String, String> environment) throws ApiException {
        if (token != null && tokenFile != null) {
            throw new IllegalArgumentException("give --token or --token-file, not both");
        }
        String found = token != null
                ? token
                : tokenFile != null
                        ? read(tokenFile)
                        : environment.getOrDefault(
                                "ONCEMORE_TOKEN", environment.getOrDefault("ONCEMORE_ADMIN_TOKEN", ""));
        if (!TOKEN.matcher(found).matches()) {
            throw new ApiException(
                    0,
                    found.isEmpty()
                            ? "no token: use --token-file or set ONCEMORE_TOKEN; without a server, use --store"
                            : "this is not a token: it must be one line of printable ASCII");
        }
        return found;
    }

    private static String read(Path file) throws ApiException {
        try (InputStream content = Files.newInputStream(file)) {
            return new String(content.readNBytes(TOKEN_FILE_MAX), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new ApiException(0, "the token file " + file + " cannot be read");
        }
    }
}
