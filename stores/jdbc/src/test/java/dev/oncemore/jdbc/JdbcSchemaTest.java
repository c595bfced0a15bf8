package dev.oncemore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.jdbc.internal.record.OpenedBy;
import dev.oncemore.jdbc.internal.record.Requests;
import dev.oncemore.jdbc.internal.sql.Dialect;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JdbcSchemaTest {
    private static final String HISTORY =
            "select script_set, version from oncemore_schema_history order by script_set, version";

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
                            () -> JdbcStores.of(database.dataSource()).schema().apply()))
                    .toList();
            nodes.forEach(CompletableFuture::join);

            JdbcStores.of(database.dataSource()).schema().apply();
            JdbcStores.of(database.dataSource()).schema().check();
            assertThat(Requests.insert(JdbcStores.of(database.dataSource()).records(), "a"))
                    .isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void nodesThatStartAtOnceMakeTheTablesOnce_whateverIsolationTheirPoolsHave(Supplier<FreshDatabase> fresh) {
        try (FreshDatabase database = fresh.get()) {
            DataSource serializable = OpenedBy.dataSource(() -> {
                Connection connection = database.dataSource().getConnection();
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                return connection;
            });
            IntStream.range(0, 6)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> JdbcStores.of(serializable).schema().apply()))
                    .toList()
                    .forEach(CompletableFuture::join);

            JdbcStores.of(database.dataSource()).schema().check();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theStoresDatabaseHasTheirPrefix(Supplier<FreshDatabase> fresh) {
        try (FreshDatabase database = fresh.get()) {
            JdbcStores stores = JdbcStores.builder(database.dataSource())
                    .tablePrefix("pay_")
                    .build();
            stores.schema().apply();

            stores.database().schema(JdbcStores.RECORDS, JdbcStores.TASKS).check();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theCheckSaysWhatToDo(Supplier<FreshDatabase> fresh) throws Exception {
        try (FreshDatabase database = fresh.get()) {
            JdbcSchema schema = JdbcStores.of(database.dataSource()).schema();
            assertThatIllegalStateException()
                    .isThrownBy(schema::check)
                    .withMessageContaining("the schema 'records' with prefix oncemore_ lacks V1")
                    .withMessageContaining("call JdbcStores.of(dataSource).schema().apply(), or");
            assertThatIllegalStateException()
                    .isThrownBy(JdbcStores.builder(database.dataSource())
                            .tablePrefix("pay_")
                            .build()
                            .schema()::check)
                    .withMessageContaining(
                            "call JdbcStores.builder(dataSource).tablePrefix(\"pay_\").build().schema().apply(), or");

            schema.apply();
            execute(database, "insert into oncemore_schema_history values ('tasks', 99, 'x', 0)");

            schema.apply();
            assertThatIllegalStateException()
                    .isThrownBy(schema::check)
                    .withMessageContaining("'tasks'")
                    .withMessageContaining("is at V99, made by a newer Oncemore");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aLaterReleaseAddsItsVersions_andKeepsTheRows(Supplier<FreshDatabase> fresh) throws Exception {
        try (FreshDatabase database = fresh.get()) {
            JdbcStores stores = JdbcStores.of(database.dataSource());
            stores.schema().apply();
            long fence = Requests.insert(stores.records(), "a");
            JdbcSchema later = stores.database()
                    .schema(
                            NextRelease.scripts("records", "next-release"),
                            NextRelease.scripts("tasks", "next-release"));
            assertThatIllegalStateException()
                    .isThrownBy(later::check)
                    .withMessageContaining("'records' with prefix oncemore_ lacks V2, and this Oncemore needs V2");

            later.apply();
            later.apply();

            later.check();
            assertThat(stores.database().query(HISTORY, row -> row.getString(1) + row.getInt(2)))
                    .containsExactly("records1", "records2", "tasks1", "tasks2");
            assertThat(stores.database().update("update oncemore_record set planted = 7"))
                    .isEqualTo(1);
            assertThat(stores.database()
                            .insertNew(
                                    "oncemore_planted (name, content, data)", List.of(List.of("a", "b", new byte[1]))))
                    .isEqualTo(1);
            assertThat(Requests.insert(stores.records(), "b")).isGreaterThan(fence);
            assertThatIllegalStateException()
                    .isThrownBy(stores.schema()::check)
                    .withMessageContaining("made by a newer Oncemore");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void anEditedScriptIsRefused(Supplier<FreshDatabase> fresh) throws Exception {
        try (FreshDatabase database = fresh.get()) {
            JdbcSchema schema = JdbcStores.of(database.dataSource()).schema();
            schema.apply();
            execute(database, "update oncemore_schema_history set checksum = 'other' where script_set = 'tasks'");

            assertThatIllegalStateException()
                    .isThrownBy(schema::apply)
                    .withMessageContaining("'tasks' with prefix oncemore_: V1 was applied with other content")
                    .withMessageContaining("put changes into V2");
            assertThatIllegalStateException().isThrownBy(schema::check).withMessageContaining("other content");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theScriptsServeOtherToolsAsWell(Supplier<FreshDatabase> fresh) throws Exception {
        try (FreshDatabase database = fresh.get()) {
            JdbcSchema schema = JdbcStores.builder(database.dataSource())
                    .tablePrefix("mine_")
                    .build()
                    .schema();
            assertThat(schema.scripts())
                    .extracting(SchemaScripts.Script::name)
                    .satisfiesExactly(
                            name -> assertThat(name).startsWith("oncemore_records_v1_"),
                            name -> assertThat(name).startsWith("oncemore_tasks_v1_"));

            for (SchemaScripts.Script script : schema.scripts()) {
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
    void theScriptsCanBeHadWithoutADatabase() {
        assertThat(JdbcStores.scripts("mariadb", "shop_"))
                .extracting(SchemaScripts.Script::sql)
                .satisfiesExactly(
                        records -> assertThat(records).contains("shop_record", "'records', 1, "),
                        tasks -> assertThat(tasks).contains("shop_task_log", "'tasks', 1, "));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcStores.scripts("oracle", "shop_"))
                .withMessageContaining("postgresql, mariadb or sqlite");
        assertThatIllegalArgumentException().isThrownBy(() -> SchemaScripts.of("Desk!", JdbcSchemaTest.class));
        assertThatThrownBy(
                        () -> SchemaScripts.of("nowhere", JdbcSchemaTest.class).scripts("sqlite", "shop_"))
                .hasMessageContaining("META-INF/oncemore/schema/nowhere/sqlite/V1.sql");
    }

    /** A released script is never edited: put the change into the next version. */
    @ParameterizedTest
    @CsvSource({
        "postgresql, c3aba339474434de, 6d3a3557f513e904",
        "mariadb, af640b700373c9ed, 92419d4040c6dd77",
        "sqlite, 5f2d96a2864ca10c, ced77d23688234bb"
    })
    void releasedScriptsAreUnedited(String database, String records, String tasks) {
        Dialect dialect = Dialect.named(database);
        assertThat(JdbcStores.RECORDS.versions(dialect).get(0).checksum()).startsWith(records);
        assertThat(JdbcStores.TASKS.versions(dialect).get(0).checksum()).startsWith(tasks);
    }

    @Test
    void anotherDatabaseIsRefused_namingThoseThatServe() {
        DatabaseMetaData oracle = proxy(DatabaseMetaData.class, "Oracle");
        DataSource dataSource = OpenedBy.dataSource(() -> proxy(Connection.class, oracle));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcStores.of(dataSource).records())
                .withMessage("PostgreSQL, MariaDB, MySQL and SQLite are supported, but this is Oracle");
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
