package dev.oncemore.spring;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import java.sql.Connection;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Records and tasks in the application's database. */
@AutoConfiguration(
        after = OncemoreAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@ConditionalOnClass({DataSourceUtils.class, DependsOnDatabaseInitialization.class})
@ConditionalOnSingleCandidate(DataSource.class)
class OncemoreStoresAutoConfiguration {
    /** Created after the tables: all beans that use them depend on this one. */
    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    JdbcStores oncemoreStores(DataSource dataSource, OncemoreProperties properties) {
        JdbcStores.Builder builder = JdbcStores.builder(unbound(dataSource));
        JdbcStores stores = InvalidSettingException.apply(
                        builder, "oncemore.table-prefix", properties.tablePrefix(), builder::tablePrefix)
                .build();
        switch (properties.schema()) {
            case APPLY -> stores.schema().apply();
            case CHECK -> check(stores);
            case NONE -> {
                // the tables are checked at first use
            }
        }
        return stores;
    }

    private static void check(JdbcStores stores) {
        try {
            stores.schema().check();
        } catch (IllegalStateException e) {
            throw new InvalidSettingException("oncemore.schema", "it is 'check', but " + e.getMessage(), e);
        }
    }

    /** The stores need connections of their own; this proxy hands out that of the caller's transaction. */
    private static DataSource unbound(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }

    @Bean
    @ConditionalOnMissingBean
    SpringTransactions oncemoreTransactions(DataSource dataSource) {
        return new SpringTransactions(unbound(dataSource));
    }

    /** Spring Boot adds the listener only to the managers that it makes itself. */
    @Bean
    SmartInitializingSingleton oncemoreTransactionListening(
            SpringTransactions transactions, ObjectProvider<ConfigurableTransactionManager> managers) {
        return () -> managers.forEach(manager -> {
            if (!manager.getTransactionExecutionListeners().contains(transactions)) {
                manager.addListener(transactions);
            }
        });
    }

    @Bean
    @ConditionalOnMissingBean(Once.class)
    @ConditionalOnProperty(name = "oncemore.once.store", havingValue = "jdbc", matchIfMissing = true)
    TransactionalOnce<Connection> once(JdbcStores stores, OnceSettings settings) {
        return Once.on(stores.records(), settings);
    }

    @Bean
    @ConditionalOnMissingBean(Tasks.class)
    TransactionalTasks<Connection> tasks(JdbcStores stores, TaskSettings settings, SpringTransactions transactions) {
        return Tasks.on(stores.tasks(), settings, transactions);
    }
}
