package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.once.Once;
import dev.oncemore.task.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Our scripts among the application's migrations, as the guide says: they run before the stores are made. */
class MigratedSchemaTest {
    private final DataSource empty = TestDatabase.fresh();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"check", "none"})
    void flywayMakesTheTables(String schema) throws IOException {
        int version = 1;
        for (SchemaScripts.Script script : scripts()) {
            Files.writeString(folder.resolve("V" + version++ + "__" + script.name()), script.sql());
        }

        works(TestDatabase.applicationOn(empty)
                .withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
                .withPropertyValues("spring.flyway.locations=filesystem:" + folder, "oncemore.schema=" + schema));
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "none"})
    void liquibaseMakesTheTables(String schema) throws IOException {
        StringBuilder changes = new StringBuilder("databaseChangeLog:\n");
        for (SchemaScripts.Script script : scripts()) {
            Files.writeString(folder.resolve(script.name()), script.sql());
            changes.append("""
                      - changeSet:
                          id: %1$s
                          author: shop
                          changes:
                            - sqlFile: {path: %1$s, relativeToChangelogFile: true, splitStatements: false}
                    """.formatted(script.name()));
        }
        Path changeLog = Files.writeString(folder.resolve("changelog.yaml"), changes.toString());

        works(TestDatabase.applicationOn(empty)
                .withConfiguration(AutoConfigurations.of(LiquibaseAutoConfiguration.class))
                .withPropertyValues("spring.liquibase.change-log=file:" + changeLog, "oncemore.schema=" + schema));
    }

    @Test
    void withoutOurScriptsCheckRefusesToStart() throws IOException {
        Files.writeString(folder.resolve("V1__shop.sql"), "create table shop (name text)");

        TestDatabase.applicationOn(empty)
                .withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
                .withPropertyValues("spring.flyway.locations=filesystem:" + folder, "oncemore.schema=check")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("lacks V1"));
    }

    private static List<SchemaScripts.Script> scripts() {
        return JdbcStores.scripts("postgresql", "oncemore_");
    }

    private static void works(ApplicationContextRunner application) {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Tasks.class).enqueue("mail", "x").poll()).isPresent();
            assertThat(context.getBean(Once.class)
                            .operation("pay", String.class)
                            .build()
                            .key("acme", "1")
                            .run("x", claim -> "done")
                            .require())
                    .isEqualTo("done");
        });
    }
}
