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
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An accounting API that fails for almost a third of all requests, some of them after it has created the document, and a
 * server that is closed and opened again in the middle. Every document is created exactly once.
 */
class DeskFaultTest {
    private static final long SEED = 20_260_131;
    private static final double FAULTS = 0.3;
    private static final int RESENDS_MAX = 20;

    private final JsonMapper json = JsonMapper.builder().build();

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
            String id;
            try (Server server = Server.start(desk, environment)) {
                id = upload(server, documents, "soon");
                Settled.until(
                        () -> sheet(server, id),
                        sheet -> sheet.path("states").path("Created").asInt() > documents / 4);
            }
            try (Server server = Server.start(desk, environment)) {
                String wrong = "/api/sheets/" + id + "/rows/" + (documents + 1);
                api(server, "PUT", wrong, "{\"date\":\"2026-01-31\"}");
                JsonNode states = resentUntilAllIsThere(server, id);
                assertThat(states.path("Created").asInt()).as("seed " + SEED).isEqualTo(documents);
                assertThat(sandbox.created())
                        .as("seed " + SEED)
                        .containsEntry("invoice", (long) documents)
                        .containsEntry("duplicates", List.of());
                sandboxWithoutFaults(sandbox);
                String again = upload(server, documents, "2026-01-31");
                assertThat(Settled.await(() -> sheet(server, again))
                                .path("Duplicate")
                                .asInt())
                        .isEqualTo(documents);
                assertThat(sandbox.created()).containsEntry("invoice", (long) documents);
            }
        }
    }

    /** Six attempts do not always do: what is left is sent again, as a person does. */
    private JsonNode resentUntilAllIsThere(Server server, String id) throws Exception {
        for (int round = 0; round < RESENDS_MAX; round++) {
            JsonNode states = Settled.await(() -> sheet(server, id));
            if (states.path("Error").asInt() + states.path("Unknown").asInt() == 0) {
                return states;
            }
            for (String state : new String[] {"Error", "Unknown"}) {
                for (JsonNode row : api(server, "GET", "/api/sheets/" + id + "/rows?limit=1000&state=" + state)
                        .path("rows")) {
                    api(
                            server,
                            "POST",
                            "/api/sheets/" + id + "/rows/" + row.path("row").asInt() + "/resend");
                }
            }
        }
        throw new AssertionError("after " + RESENDS_MAX + " rounds something is still not there, seed " + SEED);
    }

    private static void sandboxWithoutFaults(Sandbox sandbox) throws Exception {
        Visitor visitor = new Visitor(sandbox.address());
        visitor.send(visitor.request("/_faults").POST(BodyPublishers.ofString("{}")));
    }

    private JsonNode sheet(Server server, String id) throws Exception {
        return api(server, "GET", "/api/sheets/" + id);
    }

    private JsonNode api(Server server, String method, String path) throws Exception {
        return api(server, method, path, "");
    }

    private JsonNode api(Server server, String method, String path, String body) throws Exception {
        HttpResponse<String> answer = new Visitor(server.address()).api(method, path, TOKEN, body);
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        return json.readTree(answer.body());
    }

    /** The last row's date is of the caller's choice. */
    private String upload(Server server, int documents, String lastDate) throws Exception {
        StringBuilder csv = new StringBuilder("number,date,partner,description,quantity,unit_price,tax_rate\n");
        for (int i = 1; i <= documents; i++) {
            csv.append("INV-")
                    .append(i)
                    .append("," + (i == documents ? lastDate : "2026-01-31") + ",Foods,tea,")
                    .append(i)
                    .append(",150,8\n");
        }
        HttpResponse<String> answer = Upload.of(csv.toString())
                .field("company", "comp1")
                .field("type", "invoice")
                .field("confirm", "true")
                .send(
                        new Visitor(server.address()),
                        "/api/sheets",
                        request -> request.header("Authorization", "Bearer " + TOKEN));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return json.readTree(answer.body()).path("id").asString();
    }
}
