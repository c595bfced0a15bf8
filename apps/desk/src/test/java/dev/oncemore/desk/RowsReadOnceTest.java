package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import io.javalin.Javalin;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsReadOnceTest {
    @Test
    void theRowsOfADocumentAreReadByOneStatement(@TempDir Path folder) {
        List<String> statements = new CopyOnWriteArrayList<>();
        Javalin other = Javalin.create(config -> config.routes.post(
                        "/invoices", context -> context.status(201).result("{\"id\":7}")))
                .start("127.0.0.1", 0);
        try (OpenDesk open = OpenDesk.on(
                "sqlite:" + folder.resolve("s.db"),
                Map.of(),
                other.port(),
                "",
                source -> TappedConnections.of(source, statements::add))) {
            Sheet sheet = open.send("A-1");
            statements.clear();
            assertThat(open.tasks().manualWorker().runAll()).isEqualTo(1);
            assertThat(statements.stream()
                            .filter(sql -> sql.contains("oncemore_sheet_row") && sql.startsWith("SELECT")))
                    .hasSize(1);
            assertThat(statements.stream().filter(sql -> sql.contains("oncemore_document_refusal")))
                    .as("how often it was refused is read with them")
                    .hasSize(1);
            assertThat(open.sheetService().row(sheet.id(), 2).state()).isEqualTo(RowState.CREATED);
        } finally {
            other.stop();
        }
    }
}
