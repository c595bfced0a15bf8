package dev.oncemore.spring;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** One database of the shared PostgreSQL for all tests of this module, and contexts on it as Spring Boot configures them. */
final class TestDatabase {
    static final DataSource POOL = fresh();

    private TestDatabase() {}

    /** Another database, without tables. */
    static DataSource fresh() {
        FreshDatabase database = PostgresServer.shared().freshDatabase();
        // Not closeable: a context closes its data source, and this one is shared.
        return new DelegatingDataSource(database.pooled(8));
    }

    static ApplicationContextRunner application() {
        return applicationOn(POOL);
    }

    static ApplicationContextRunner applicationOn(DataSource dataSource) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        OncemoreAutoConfiguration.class,
                        OncemoreStoresAutoConfiguration.class,
                        OncemoreEnginesAutoConfiguration.class))
                .withBean("dataSource", DataSource.class, () -> dataSource)
                .withPropertyValues("spring.application.name=shop");
    }
}
