package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whoever wants to know it sees before confirming what was created before. */
class CreatedBeforeTest {
    private static final Map<String, String> NOT_YET = Map.of("confirm", "false");
    private static final Map<String, String> CHECKED = Map.of("confirm", "false", "check_created", "true");

    private static String path(JsonNode sheet) {
        return "/api/sheets/" + sheet.path("id").asString();
    }

    @Test
    void createdOnesAreToldBeforeAnythingIsSent(@TempDir Path folder) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.start(
                        new ServerSettings(
                                        "127.0.0.1",
                                        0,
                                        StoreUrl.parse("sqlite:" + folder.resolve("s.db")),
                                        DeskClient.TOKEN,
                                        false)
                                .desk(DeskSettings.at(sandbox.address())),
                        Map.of())) {
            DeskClient desk = new DeskClient(server.address());
            String first = desk.send(DeskClient.sheetOf("A-", 2));
            desk.settled(first);
            String more = DeskClient.sheetOf("A-", 3).replace("A-2,2026-01-31,Foods", "A-2,2026-01-31,Other");
            JsonNode unasked = desk.upload(more, NOT_YET, 201);
            assertThat(unasked.path("states").path("Pending").asInt())
                    .as("nobody asked for it")
                    .isEqualTo(3);

            JsonNode sheet = desk.upload(more, CHECKED, 201);
            assertThat(sheet.path("states").path("Duplicate").asInt()).isEqualTo(1);
            assertThat(sheet.path("states").path("Error").asInt()).isEqualTo(1);
            assertThat(sheet.path("states").path("Pending").asInt()).isEqualTo(1);
            assertThat(sheet.path("total").asString()).isEqualTo("1 invoice, 450 without tax");
            JsonNode created = desk.row(path(sheet), 2);
            assertThat(created.path("documentId")).isEqualTo(desk.row(first, 2).path("documentId"));
            assertThat(created.path("message").asString())
                    .startsWith("it was created before, on 20")
                    .contains(" by automation");
            assertThat(desk.row(path(sheet), 3).path("message").asString())
                    .isEqualTo("the number A-2 exists already with other content (id "
                            + desk.row(first, 3).path("documentId").asString()
                            + "); use another number for another document");

            desk.api("PUT", path(sheet) + "/rows/3", "{\"number\":\"A-22\"}", 200);
            assertThat(desk.get(path(sheet)).path("total").asString()).isEqualTo("2 invoices, 750 without tax");
            desk.api("PUT", path(sheet) + "/rows/2", "{\"number\":\"A-11\"}", 409);
            desk.api("POST", path(sheet) + "/confirm", "", 200);
            JsonNode states = desk.settled(path(sheet));
            assertThat(states.path("Created").asInt()).isEqualTo(2);
            assertThat(states.path("Duplicate").asInt()).isEqualTo(1);
            assertThat(sandbox.created()).containsEntry("invoice", 4L).containsEntry("duplicates", List.of());
            assertThat(desk.get(path(sheet) + "/rows/2/history")
                            .path("lines")
                            .path(0)
                            .path("event")
                            .asString())
                    .isEqualTo("row_duplicate");

            itIsKeptWhenTheFileIsReadAgain_andCanBeSwitchedOff(desk, more);
        }
    }

    private static void itIsKeptWhenTheFileIsReadAgain_andCanBeSwitchedOff(DeskClient desk, String more)
            throws Exception {
        String path = path(desk.upload(more, CHECKED, 201));
        assertThat(desk.api("PUT", path + "/reading", "{\"numbers\":\"point\"}", 200)
                        .path("check_created")
                        .asBoolean())
                .isTrue();
        assertThat(desk.get(path).path("states").path("Duplicate").asInt()).isEqualTo(2);
        desk.api("PUT", path + "/reading", "{\"check_created\":false}", 200);
        assertThat(desk.get(path).path("states").path("Pending").asInt()).isEqualTo(3);
        assertThat(desk.upload(more, Map.of("check_created", "perhaps"), 400).toString())
                .contains("true or false is expected");
    }
}
