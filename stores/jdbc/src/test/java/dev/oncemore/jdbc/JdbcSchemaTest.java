package dev.oncemore.jdbc;

import dev.oncemore.jdbc.internal.record.Requests;

import dev.oncemore.jdbc.internal.record.OpenedBy;

import dev.oncemore.jdbc.internal.record.JdbcRecordStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JdbcSchemaTest {
    static Stream<Named<Supplier<FreshDatabase>>> databases() {
        return Stream.of(
                Named.of("PostgreSQL", () -> PostgresServer.shared().freshDatabase()),
                Named.of("MariaDB", () -> MariaDbServer.shared().freshDatabase()),
                Named.of("SQLite", Sqlite::freshDatabase));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void nodesThatStartAtOnceMakeTheTablesOnce(Supplier<FreshDatabase> fresh) {
        try (FreshDatabase database = fresh.get()) {
            List<CompletableFuture<Void>> nodes = IntStream.range(0, 6)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> JdbcSchema.of(database.dataSource()).apply()))
                    .toList();
            nodes.forEach(CompletableFuture::join);

            JdbcSchema.of(database.dataSource()).apply();
            JdbcSchema.of(database.dataSource()).check();
            assertThat(Requests.insert(JdbcRecordStore.on(database.dataSource()), "a"))
                    .isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theCheckSaysWhatToDo(Supplier<FreshDatabase> fresh) throws Exception {
        try (FreshDatabase database = fresh.get()) {
            JdbcSchema schema = JdbcSchema.of(database.dataSource());
            assertThatIllegalStateException()
                    .isThrownBy(schema::check)
                    .withMessageContaining("is at version 0")
                    .withMessageContaining("call JdbcSchema.of(dataSource).apply(), or");
            assertThatIllegalStateException()
                    .isThrownBy(schema.tablePrefix("pay_")::check)
                    .withMessageContaining("call JdbcSchema.of(dataSource).tablePrefix(\"pay_\").apply(), or");

            schema.apply();
            execute(database, "insert into oncemore_schema values (99, 0)");

            assertThatIllegalStateException()
                    .isThrownBy(schema::check)
                    .withMessageContaining("made by a newer Oncemore");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theScriptsServeOtherToolsAsWell(Supplier<FreshDatabase> fresh) throws Exception {
        try (FreshDatabase database = fresh.get()) {
            JdbcSchema schema = JdbcSchema.of(database.dataSource()).tablePrefix("mine_");
            assertThat(schema.scripts())
                    .extracting(JdbcSchema.Script::name)
                    .containsExactly("V1__once_record.sql", "V2__task.sql", "V3__note.sql", "V4__take_over.sql");

            for (JdbcSchema.Script script : schema.scripts()) {
                // Ends of statements that are not within the body of a function.
                for (String sql : script.sql().split(";\\n(?=(?:[^$]*\\$\\$[^$]*\\$\\$)*[^$]*$)", -1)) {
                    if (!sql.isBlank()) {
                        execute(database, sql);
                    }
                }
            }

            schema.check();
            schema.apply();
            assertThat(schema.scripts().get(0).sql()).contains("mine_record").doesNotContain("${");
        }
    }

    @Test
    void anotherDatabaseIsRefused_namingThoseThatServe() {
        DatabaseMetaData oracle = proxy(DatabaseMetaData.class, "Oracle");
        DataSource dataSource = OpenedBy.dataSource(() -> proxy(Connection.class, oracle));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcRecordStore.on(dataSource))
                .withMessage("records can be kept in PostgreSQL, MariaDB and SQLite, but this is Oracle");
    }

    private static <T> T proxy(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> method.getReturnType() == void.class ? null : answer));
    }

    private static void execute(FreshDatabase database, String sql) throws Exception {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
