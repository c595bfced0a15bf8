package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.StopReason;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.Tasks;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Stores and engines on the application's data source, inside Spring's transactions. */
class StoresInSpringTest {
    @Test
    void checkRefusesToStartWithoutTables_andApplyMakesThem() {
        DataSource empty = TestDatabase.fresh();

        TestDatabase.applicationOn(empty)
                .withPropertyValues("oncemore.schema=check")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("lacks V1"));
        TestDatabase.applicationOn(empty).run(context -> assertThat(context).hasNotFailed());
        TestDatabase.applicationOn(empty)
                .withPropertyValues("oncemore.schema=check")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void theApplicationsOwnBeansWin() {
        TestDatabase.application()
                .withBean(JdbcStores.class, () -> {
                    JdbcStores stores = JdbcStores.builder(TestDatabase.POOL)
                            .tablePrefix("own_")
                            .build();
                    stores.schema().apply();
                    return stores;
                })
                .run(context -> {
                    assertThat(context).hasSingleBean(JdbcStores.class);
                    assertThat(context).hasSingleBean(Once.class);
                });
    }

    @Test
    void anEnqueueJoinsTheTransaction_andItsRollback() {
        run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            List<TaskHandle> handles = new ArrayList<>();

            assertThatIllegalStateException()
                    .isThrownBy(() -> transaction(context).executeWithoutResult(status -> {
                        handles.add(tasks.enqueue("mail", "undone"));
                        throw new IllegalStateException("undone");
                    }));
            transaction(context).executeWithoutResult(status -> handles.add(tasks.enqueue("mail", "kept")));

            assertThat(handles.get(0).poll()).isEmpty();
            assertThat(handles.get(1).poll()).isPresent();
        });
    }

    @Test
    void anEnqueueAfterTheCommitIsRefused_becauseItWouldBeLost() {
        run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            List<Throwable> refusals = new ArrayList<>();

            transaction(context)
                    .executeWithoutResult(status ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                                @Override
                                public void afterCommit() {
                                    refusals.add(thrownBy(() -> tasks.enqueue("mail", "lost")));
                                }

                                @Override
                                public void afterCompletion(int outcome) {
                                    refusals.add(thrownBy(() -> tasks.enqueue("mail", "lost")));
                                }
                            }));

            assertThat(refusals)
                    .hasSize(2)
                    .allSatisfy(refusal -> assertThat(refusal)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("BEFORE_COMMIT"));
        });
    }

    @Test
    void aTransactionOfItsOwnInsideACallbackAfterTheCommitIsJoined() {
        run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            List<TaskHandle> handles = new ArrayList<>();
            TransactionTemplate another = transaction(context);
            another.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);

            transaction(context)
                    .executeWithoutResult(status ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                                @Override
                                public void afterCommit() {
                                    another.executeWithoutResult(inner -> handles.add(tasks.enqueue("mail", "kept")));
                                }
                            }));

            assertThat(handles.get(0).poll()).isPresent();
        });
    }

    @Test
    void anEnqueueInsideATransactionOfAnotherDatabaseIsRefused() {
        DataSource other = TestDatabase.fresh();
        run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            TransactionTemplate elsewhere = new TransactionTemplate(new DataSourceTransactionManager(other));

            assertThatIllegalStateException()
                    .isThrownBy(() -> elsewhere.executeWithoutResult(status -> tasks.enqueue("mail", "x")))
                    .withMessageContaining("not one of the data source");
        });
    }

    @Test
    void anEnqueueInsideATransactionOfAnotherDatabaseIsRefused_alsoWithAPoolWithoutAutoCommit() {
        DataSource other = TestDatabase.fresh();
        TestDatabase.applicationOn(withoutAutoCommit()).run(context -> {
            assertThat(context).hasNotFailed();
            Tasks tasks = context.getBean(Tasks.class);
            TransactionTemplate elsewhere = new TransactionTemplate(new DataSourceTransactionManager(other));

            assertThatIllegalStateException()
                    .isThrownBy(() -> elsewhere.executeWithoutResult(status -> tasks.enqueue("mail", "lost")))
                    .withMessageContaining("not one of the data source");
        });
    }

    /** Spring then keeps a connection for the template, which nobody commits. */
    @Test
    void aTransactionOfAnotherDatabaseIsRefused_alsoAfterATemplateHasUsedOursInIt() {
        DataSource other = TestDatabase.fresh();
        for (DataSource ours : List.of(TestDatabase.POOL, withoutAutoCommit())) {
            TestDatabase.applicationOn(ours)
                    .withPropertyValues("oncemore.policies.bank.preset=api")
                    .withBean(Payments.class)
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        Tasks tasks = context.getBean(Tasks.class);
                        Payments payments = context.getBean(Payments.class);
                        JdbcTemplate template = context.getBean(JdbcTemplate.class);
                        TransactionTemplate elsewhere =
                                new TransactionTemplate(new DataSourceTransactionManager(other));

                        assertThatIllegalStateException()
                                .isThrownBy(() -> elsewhere.executeWithoutResult(status -> {
                                    template.queryForObject("select 1", Integer.class);
                                    tasks.enqueue("mail", "lost");
                                }))
                                .withMessageContaining("not one of the data source");
                        assertThatIllegalStateException()
                                .isThrownBy(() -> elsewhere.executeWithoutResult(status -> {
                                    template.queryForObject("select 1", Integer.class);
                                    payments.payAnywhere(new Payments.Pay(
                                            "acme", UUID.randomUUID().toString(), 1));
                                }))
                                .withMessageContaining("not one of the data source");
                    });
        }
    }

    @Test
    void aTransactionOfOursInsideOneOfAnotherDatabaseIsJoined_andTheTemplateMayUseBoth() {
        DataSource other = TestDatabase.fresh();
        run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            JdbcTemplate template = context.getBean(JdbcTemplate.class);
            TransactionTemplate elsewhere = new TransactionTemplate(new DataSourceTransactionManager(other));
            List<TaskHandle> handles = new ArrayList<>();

            elsewhere.executeWithoutResult(outer -> transaction(context).executeWithoutResult(status -> {
                template.queryForObject("select 1", Integer.class);
                new JdbcTemplate(other).queryForObject("select 1", Integer.class);
                handles.add(tasks.enqueue("mail", "kept"));
            }));

            assertThat(handles.get(0).poll()).isPresent();
        });
    }

    private static DataSource withoutAutoCommit() {
        return new DelegatingDataSource(TestDatabase.POOL) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connection.setAutoCommit(false);
                return connection;
            }
        };
    }

    @Test
    void aLeasedEffectInsideATransactionIsRefused_andAJoinedOneIsNot() {
        run(context -> {
            Once once = context.getBean(Once.class);
            Operation<String> pay = once.operation("pay", String.class).build();
            String key = UUID.randomUUID().toString();

            assertThatIllegalStateException()
                    .isThrownBy(() -> transaction(context)
                            .executeWithoutResult(status -> pay.key("acme", key)
                                    .run("x", claim -> "done")
                                    .require()))
                    .withMessageContaining("@RunOnce");
            assertThat(pay.key("acme", key).run("x", claim -> "done").require()).isEqualTo("done");
        });
    }

    @Test
    void aRetryInsideATransactionIsRefused() {
        run(context -> {
            Retries retries = context.getBean(Retries.class);
            AtomicInteger calls = new AtomicInteger();

            assertThatThrownBy(() -> transaction(context).executeWithoutResult(status -> {
                        try {
                            retries.get("bank").run(() -> {
                                calls.incrementAndGet();
                                throw new ConnectException("refused");
                            });
                        } catch (ConnectException e) {
                            throw new IllegalStateException(e);
                        }
                    }))
                    .isInstanceOfSatisfying(
                            GaveUpException.class, e -> assertThat(e.reason()).isEqualTo(StopReason.TRANSACTION));
            assertThat(calls).hasValue(1);
        });
    }

    @Test
    void proxiesOfTheDataSourceAreSeenThrough() {
        for (DataSource proxy : List.of(
                new LazyConnectionDataSourceProxy(TestDatabase.POOL),
                new TransactionAwareDataSourceProxy(TestDatabase.POOL))) {
            TestDatabase.applicationOn(proxy)
                    .withBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(proxy))
                    .run(context -> {
                        Tasks tasks = context.getBean(Tasks.class);
                        List<TaskHandle> handles = new ArrayList<>();
                        transaction(context).executeWithoutResult(status -> {
                            handles.add(tasks.enqueue("mail", "undone"));
                            status.setRollbackOnly();
                        });
                        transaction(context).executeWithoutResult(status -> handles.add(tasks.enqueue("mail", "x")));
                        assertThat(handles.get(0).poll()).as("%s", proxy).isEmpty();
                        assertThat(handles.get(1).poll()).as("%s", proxy).isPresent();
                    });
        }
    }

    private static void run(Consumer<AssertableApplicationContext> test) {
        TestDatabase.application()
                .withPropertyValues("oncemore.policies.bank.preset=api")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    test.accept(context);
                });
    }

    private static TransactionTemplate transaction(AssertableApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    private static Throwable thrownBy(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            return e;
        }
        return new AssertionError("nothing was thrown");
    }
}
