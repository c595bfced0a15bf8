package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Faults;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * An accounting API that fails for almost a third of all requests, some of them after it has created the document, and a
 * server that is closed and opened again in the middle. Every document is created exactly once.
 */
class DeskFaultTest {
    private static final long SEED = 20_260_131;
    private static final double FAULTS = 0.3;
    private static final int RESENDS_MAX = 20;

    @Test
    void sqlite(@TempDir Path folder) throws Exception {
        run(300, "sqlite:" + folder.resolve("s.db"), Map.of());
    }

    @Test
    void postgres() throws Exception {
        onServer(PostgresServer.shared());
    }

    @Test
    void mariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        onServer(MariaDbServer.shared());
    }

    private void onServer(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase()) {
            run(
                    60,
                    database.url(),
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()));
        }
    }

    private void run(int documents, String store, Map<String, String> environment) throws Exception {
        SandboxSettings standard = SandboxSettings.standard();
        SandboxSettings settings = new SandboxSettings(
                0, Faults.usual(FAULTS), SEED, standard.perMinute(), standard.lockOut(), standard.hang());
        try (Sandbox sandbox = Sandbox.start(settings)) {
            ServerSettings desk = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false)
                    .desk(DeskSettings.at(sandbox.address()));
            String sheet;
            try (Server server = Server.start(desk, environment)) {
                DeskClient client = new DeskClient(server.address());
                sheet = client.send(invoices(documents, "soon"));
                Settled.until(
                        () -> client.get(sheet),
                        found -> found.path("states").path("Created").asInt() > documents / 4);
            }
            try (Server server = Server.start(desk, environment)) {
                DeskClient client = new DeskClient(server.address());
                client.api("PUT", sheet + "/rows/" + (documents + 1), "{\"date\":\"2026-01-31\"}", 200);
                JsonNode states = resentUntilAllIsThere(client, sheet);
                assertThat(states.path("Created").asInt()).as("seed " + SEED).isEqualTo(documents);
                assertThat(sandbox.created())
                        .as("seed " + SEED)
                        .containsEntry("invoice", (long) documents)
                        .containsEntry("duplicates", List.of());
                sandboxWithoutFaults(sandbox);
                String again = client.send(invoices(documents, "2026-01-31"));
                assertThat(client.settled(again).path("Duplicate").asInt()).isEqualTo(documents);
                assertThat(sandbox.created()).containsEntry("invoice", (long) documents);
            }
        }
    }

    /** Six attempts do not always do: what is left is sent again, as a person does. */
    private static JsonNode resentUntilAllIsThere(DeskClient client, String sheet) throws Exception {
        for (int round = 0; round < RESENDS_MAX; round++) {
            JsonNode states = client.settled(sheet);
            if (states.path("Error").asInt() + states.path("Unknown").asInt() == 0) {
                return states;
            }
            for (String state : List.of("Error", "Unknown")) {
                for (JsonNode row :
                        client.get(sheet + "/rows?limit=1000&state=" + state).path("rows")) {
                    client.api("POST", sheet + "/rows/" + row.path("row").asInt() + "/resend", "", 202);
                }
            }
        }
        throw new AssertionError("after " + RESENDS_MAX + " rounds something is still not there, seed " + SEED);
    }

    private static void sandboxWithoutFaults(Sandbox sandbox) throws Exception {
        Visitor visitor = new Visitor(sandbox.address());
        visitor.send(visitor.request("/_faults").POST(BodyPublishers.ofString("{}")));
    }

    /** The last row's date is of the caller's choice. */
    private static String invoices(int documents, String lastDate) {
        StringBuilder csv = new StringBuilder(DeskClient.HEADINGS);
        for (int i = 1; i <= documents; i++) {
            String date = i == documents ? lastDate : "2026-01-31";
            csv.append("INV-" + i + "," + date + ",Foods,tea," + i + ",150,8\n");
        }
        return csv.toString();
    }
}
