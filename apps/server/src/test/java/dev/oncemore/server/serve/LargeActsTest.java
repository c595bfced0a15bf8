package dev.oncemore.server.serve;

import static dev.oncemore.server.serve.DeskClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.testkit.server.DelegatingDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;

/** Sending a whole sheet again and withdrawing it read and write it in parts, within one transaction. */
class LargeActsTest extends OnEveryStore {
    private static final int ROWS = 2_600;
    private static final int PART_MAX = 1_000;

    private final AtomicInteger largest = new AtomicInteger();
    private final AtomicInteger statements = new AtomicInteger();

    @Override
    void check(String store, Map<String, String> environment) throws Exception {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), TOKEN, false);
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.standard());
                Server server = Server.startQuiet(
                        settings.desk(DeskSettings.at(sandbox.address())), environment, Measured::new)) {
            DeskClient desk = new DeskClient(server.address());
            String sheet = desk.send(DeskClient.sheetOf("A-", ROWS));
            server.backend()
                    .database()
                    .update("UPDATE oncemore_sheet_row SET state = 'ERROR', message = 'as if it had been refused'");
            forget();
            JsonNode resent = desk.api("POST", sheet + "/resend", "{}", 202);
            assertThat(resent.path("rows").asInt()).isEqualTo(ROWS);
            assertThat(resent.path("documents").asInt()).isEqualTo(ROWS);
            isInParts();
            assertThat(count(server, "oncemore_row_task")).isEqualTo(2 * ROWS);
            assertThat(count(server, "oncemore_row_log WHERE event = '" + RowEvent.ROW_RESENT.word() + "'"))
                    .isEqualTo(ROWS);
            assertThat(count(server, "oncemore_sheet_row WHERE state = 'PENDING' AND revision = 1"))
                    .isEqualTo(ROWS);
            forget();
            assertThat(desk.api("POST", sheet + "/cancel", "", 200).path("rows").asInt())
                    .isEqualTo(ROWS);
            isInParts();
            assertThat(count(server, "oncemore_sheet_row WHERE state = 'ERROR' AND reason = 'WITHDRAWN'"))
                    .isEqualTo(ROWS);
            server.backend()
                    .database()
                    .update("UPDATE oncemore_sheet_row SET state = 'CREATED', document_id = '7', reason = 'NONE'");
            JsonNode none = desk.api("POST", sheet + "/resend", "{\"rows\":" + all() + "}", 202);
            assertThat(none.path("skippedRows").asInt()).isEqualTo(ROWS);
            assertThat(none.path("skipped").size()).as("told").isEqualTo(PART_MAX);
        }
    }

    private static String all() {
        StringBuilder rows = new StringBuilder("[");
        for (int row = 2; row < ROWS + 2; row++) {
            rows.append(row == 2 ? "" : ",").append(row);
        }
        return rows.append(']').toString();
    }

    private void forget() {
        largest.set(0);
        statements.set(0);
    }

    private void isInParts() {
        assertThat(largest.get()).as("rows of one answer of the store").isBetween(1, PART_MAX);
        assertThat(statements.get()).as("not one for each row").isLessThan(ROWS / 10);
    }

    private static int count(Server server, String what) {
        return server.backend()
                .database()
                .first("SELECT COUNT(*) FROM " + what, row -> row.getInt(1))
                .orElseThrow();
    }

    /** Connections that count the statements, and the rows of each answer about rows of sheets. */
    private final class Measured extends DelegatingDataSource {
        Measured(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            return measured(super.getConnection());
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return measured(super.getConnection(user, password));
        }

        private Connection measured(Connection target) {
            return proxy(Connection.class, target, (name, answer, arguments) -> {
                if (answer instanceof PreparedStatement statement && name.equals("prepareStatement")) {
                    statements.incrementAndGet();
                    return ((String) arguments[0]).contains("FROM oncemore_sheet_row")
                            ? proxy(PreparedStatement.class, statement, (called, result, none) -> measured(result))
                            : statement;
                }
                return answer;
            });
        }

        private Object measured(Object result) {
            int[] rows = {0};
            return result instanceof ResultSet found
                    ? proxy(ResultSet.class, found, (name, answer, none) -> {
                        if (name.equals("next") && Boolean.TRUE.equals(answer)) {
                            largest.accumulateAndGet(++rows[0], Math::max);
                        }
                        return answer;
                    })
                    : result;
        }

        private <T> T proxy(Class<T> type, T target, Seen seen) {
            return type.cast(Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                        try {
                            Object answer = method.invoke(target, arguments);
                            return answer == null ? null : seen.of(method.getName(), answer, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }
    }

    /** What a call answers, or something around it. */
    @FunctionalInterface
    private interface Seen {
        Object of(String name, Object answer, Object[] arguments);
    }
}
