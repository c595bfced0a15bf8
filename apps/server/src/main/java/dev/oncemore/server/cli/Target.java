package dev.oncemore.server.cli;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.serve.Server;
import dev.oncemore.server.serve.ServerSettings;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command acts. */
final class Target {
    /** Answered where there is no such thing, or where it has changed. */
    static final int NOT_THERE = 3;

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
            description = "An API token; ONCEMORE_TOKEN or ONCEMORE_ADMIN_TOKEN in the environment unless given.")
    private @Nullable String token;

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
        String found = token != null
                ? token
                : environment.getOrDefault("ONCEMORE_TOKEN", environment.getOrDefault("ONCEMORE_ADMIN_TOKEN", ""));
        if (found.isEmpty()) {
            throw new ApiException(0, "no token: use --token or set ONCEMORE_TOKEN; without a server, use --store");
        }
        return found;
    }
}
