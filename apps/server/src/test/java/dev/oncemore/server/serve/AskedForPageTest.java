package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document that the desk only asks for: pages say so in each language, and nobody is called. */
class AskedForPageTest {
    private static String page(Visitor visitor, String path, String language) throws Exception {
        return visitor.send(visitor.request(path).header("Accept", "text/html").header("Accept-Language", language))
                .body();
    }

    @Test
    void thePagesSayThatTheDeskAsks_andThatNobodyNeedsToAct(@TempDir Path folder) throws Exception {
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
            String sheet = desk.send(DeskClient.sheetOf("A-", 2));
            desk.settled(sheet);
            server.backend()
                    .database()
                    .update(
                            "UPDATE oncemore_sheet_row SET state = 'UNKNOWN', reason = 'ASKING', message = ? WHERE row_no = 2",
                            "no clear answer to the last attempt (HTTP 504); the desk keeps asking for it, for up to a day");
            assertThat(desk.row(sheet, 2).path("reason").asString()).isEqualTo("asking");
            assertThat(desk.get(sheet).path("underWay").asInt()).isZero();

            Visitor visitor = new Visitor(server.address());
            visitor.logIn("admin", server.firstPassword().orElseThrow());
            String path = sheet.replace("/api/", "/desk/");
            assertThat(page(visitor, path, "en"))
                    .contains(
                            "1 row got no clear answer. The desk keeps asking, for up to a day",
                            "↻ Asking",
                            "The accounting system has not said clearly whether it was created.")
                    .doesNotContain("needs you", "No errors");
            assertThat(page(visitor, path, "de"))
                    .contains("Zu 1 Zeile gibt es keine klare Antwort.", "↻ Wird nachgefragt");
            assertThat(page(visitor, path, "ja")).contains("1行について明確な回答がありません。", "↻ 問い合わせ中");
            assertThat(page(visitor, "/desk", "en")).contains("1\u00a0being\u00a0asked\u00a0for", "↻ asking");
        }
    }
}
