package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.Tasks;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Records and tasks in the transactions of JPA, with Hibernate on a real database. */
class JpaInSpringTest {
    private final DataSource database = TestDatabase.fresh();
    private final String id = UUID.randomUUID().toString();

    private static ApplicationContextRunner jpa(DataSource dataSource) {
        return TestDatabase.applicationOn(dataSource)
                .withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                .withPropertyValues("spring.jpa.hibernate.ddl-auto=update")
                .withUserConfiguration(Entities.class)
                .withBean(Shop.class);
    }

    @Test
    void recordEntityAndTaskCommitTogether_andRollBackTogether() {
        for (DataSource dataSource : List.of(database, new LazyConnectionDataSourceProxy(database))) {
            jpa(dataSource).run(context -> {
                assertThat(context).hasNotFailed().hasSingleBean(JpaTransactionManager.class);
                Shop shop = context.getBean(Shop.class);
                String key = id + dataSource.getClass().getSimpleName();

                assertThatIllegalArgumentException().isThrownBy(() -> shop.order(key, -1));
                assertThat(shop.exists(key)).isFalse();
                assertThat(shop.order(key, 5)).isEqualTo(5);
                assertThat(shop.order(key, 5)).isEqualTo(5);

                assertThat(shop.exists(key)).isTrue();
                assertThat(shop.runs()).isEqualTo(2);
                assertThat(shop.tasks().get(0).poll()).isEmpty();
                assertThat(shop.tasks().get(1).poll()).isPresent();
            });
        }
    }

    @Test
    void anEnqueueAfterTheCommitIsRefused() {
        jpa(database).run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            List<Throwable> refusals = new ArrayList<>();

            new TransactionTemplate(context.getBean(JpaTransactionManager.class))
                    .executeWithoutResult(status ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                                @Override
                                public void afterCommit() {
                                    try {
                                        tasks.enqueue("mail", "lost");
                                    } catch (IllegalStateException e) {
                                        refusals.add(e);
                                    }
                                }
                            }));

            assertThat(refusals).singleElement().satisfies(e -> assertThat(e).hasMessageContaining("BEFORE_COMMIT"));
        });
    }

    @Test
    void aTransactionOfAnotherDatabaseIsRefused() {
        jpa(TestDatabase.fresh())
                .run(other -> jpa(database).run(context -> {
                    Tasks tasks = context.getBean(Tasks.class);

                    assertThatIllegalStateException()
                            .isThrownBy(() -> new TransactionTemplate(other.getBean(JpaTransactionManager.class))
                                    .executeWithoutResult(status -> tasks.enqueue("mail", "lost")))
                            .withMessageContaining("not one of the data source");
                }));
    }

    @EntityScan(basePackageClasses = JpaInSpringTest.class)
    static class Entities {}

    @Entity(name = "purchase")
    static class Purchase {
        @Id
        private String id;

        private int amount;

        protected Purchase() {}

        Purchase(String id, int amount) {
            this.id = id;
            this.amount = amount;
        }

        int amount() {
            return amount;
        }
    }

    static class Shop {
        private final List<TaskHandle> tasks = new ArrayList<>();
        private int runs;
        private final Tasks queue;

        @PersistenceContext
        private EntityManager entities;

        Shop(Tasks queue) {
            this.queue = queue;
        }

        @Transactional
        @RunOnce(operation = "order", tenant = "'acme'", key = "#key", payload = "#key")
        public int order(String key, int amount) {
            runs++;
            Purchase purchase = new Purchase(key, amount);
            entities.persist(purchase);
            tasks.add(queue.enqueue("mail", key));
            if (amount < 0) {
                throw new IllegalArgumentException("negative");
            }
            return purchase.amount();
        }

        List<TaskHandle> tasks() {
            return tasks;
        }

        int runs() {
            return runs;
        }

        @Transactional
        public boolean exists(String key) {
            return entities.find(Purchase.class, key) != null;
        }
    }
}
