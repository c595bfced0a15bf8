package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Renaming or removing a company takes as many statements for many sheets as for one. */
class CompanyStatementsTest extends OnEveryStore {
    private static final int SHEETS = 12;

    private final AtomicInteger statements = new AtomicInteger();

    @Override
    void check(String store, Map<String, String> environment) throws Exception {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false);
        try (Server server =
                Server.startQuiet(settings, environment, target -> new WatchedStatements(target, this::count))) {
            DeskClient desk = new DeskClient(server.address());
            upload(desk, "one");
            int renamingOne = rename(desk, "one", "uno");
            int removingOne = remove(desk, "uno");
            for (int i = 0; i < SHEETS; i++) {
                upload(desk, "many");
            }
            assertThat(rename(desk, "many", "muchos")).isEqualTo(renamingOne);
            assertThat(server.backend()
                            .database()
                            .query(
                                    "SELECT COUNT(*) FROM oncemore_sheet WHERE company = 'muchos'",
                                    row -> row.getInt(1)))
                    .containsExactly(SHEETS);
            assertThat(remove(desk, "muchos")).isEqualTo(removingOne);
            for (String table : new String[] {"oncemore_sheet", "oncemore_sheet_row", "oncemore_sheet_content"}) {
                assertThat(server.backend().database().query("SELECT COUNT(*) FROM " + table, row -> row.getInt(1)))
                        .as(table)
                        .containsExactly(0);
            }
        }
    }

    private static void upload(DeskClient desk, String company) throws Exception {
        desk.upload(
                DeskClient.sheetOf("A-", 2),
                Map.of("company", company, "new_company", "true", "confirm", "false"),
                201);
    }

    private int rename(DeskClient desk, String name, String to) throws Exception {
        statements.set(0);
        desk.api("PUT", "/api/companies/" + name, "{\"name\":\"" + to + "\"}", 200);
        return statements.get();
    }

    private int remove(DeskClient desk, String name) throws Exception {
        statements.set(0);
        desk.api("DELETE", "/api/companies/" + name, "", 200);
        return statements.get();
    }

    private void count(String sql) {
        if (sql.contains("oncemore_sheet") || sql.contains("oncemore_row_log")) {
            statements.incrementAndGet();
        }
    }
}
