package dev.oncemore.jdbc.transaction;

import static dev.oncemore.jdbc.transaction.TestDatabase.execute;
import static dev.oncemore.jdbc.transaction.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionsTest {
    private static final String TABLE = "create table note (id integer primary key)";
    private static final String COUNT = "select count(*) from note";

    private static SQLException conflict() {
        return new SQLException("could not serialize access", "40001");
    }

    @ParameterizedTest
    @EnumSource
    void commitsAndAnswersTheValue_whenTheWorkEndsWell(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE)) {
            Transactions transactions = Transactions.on(database.dataSource());
            String value = transactions.run(connection -> {
                assertThat(connection.getAutoCommit()).isFalse();
                execute(connection, "insert into note values (1)");
                return "done";
            });
            assertThat(value).isEqualTo("done");
            assertThat(number(database, COUNT)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rollsBackAndThrowsWhatTheWorkThrew_withoutRepeatingIt(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE)) {
            IOException refusal = new IOException("no");
            AtomicInteger runs = new AtomicInteger();
            RetryPolicy policy = RetryPolicy.named("strict")
                    .classifier(Classifier.standard().rejectedOn(IOException.class))
                    .build();
            assertThatThrownBy(() -> Transactions.on(database.dataSource())
                            .retry(policy)
                            .run(connection -> {
                                runs.incrementAndGet();
                                execute(connection, "insert into note values (1)");
                                throw refusal;
                            }))
                    .isSameAs(refusal);
            assertThat(runs).hasValue(1);
            assertThat(number(database, COUNT)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesToRunInsideATransaction_ofItsOwnOrOfAnybodyElse(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE)) {
            Transactions transactions = Transactions.on(database.dataSource());
            assertThatThrownBy(() -> transactions.run(outer -> transactions.run(inner -> "never")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a transaction is open on this thread already");
            OpenTransaction marked = OpenTransaction.begin();
            assertThatThrownBy(() -> transactions.run(inner -> "never")).isInstanceOf(IllegalStateException.class);
            marked.close();
            assertThat(transactions.<String, SQLException>run(connection -> "free again"))
                    .isEqualTo("free again");
        }
    }

    @Test
    void makesEnginesInsideLeaveTheRetryToTheTransaction() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh(TABLE)) {
            VirtualTime time = new VirtualTime();
            Retry inner = Retry.builder(RetryPolicy.named("inner").build())
                    .virtualTime(time)
                    .build();
            AtomicInteger innerCalls = new AtomicInteger();
            AtomicInteger runs = new AtomicInteger();
            Transactions.on(database.dataSource()).time(time).run(connection -> {
                runs.incrementAndGet();
                return inner.call(() -> {
                    if (innerCalls.incrementAndGet() < 3) {
                        throw new ConnectException("refused");
                    }
                    return "through";
                });
            });
            assertThat(innerCalls).hasValue(3);
            assertThat(runs).hasValue(3);
        }
    }

    @Test
    void givesUpAfterSixAttempts_andSaysSo() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh(TABLE)) {
            VirtualTime time = new VirtualTime();
            Transactions transactions = Transactions.on(database.dataSource()).time(time);
            assertThatThrownBy(() -> transactions.run(connection -> {
                        execute(connection, "insert into note values (1)");
                        throw conflict();
                    }))
                    .isInstanceOfSatisfying(GaveUpException.class, gaveUp -> {
                        assertThat(gaveUp.reason()).isEqualTo(StopReason.ATTEMPTS);
                        assertThat(gaveUp.facts().attempts()).isEqualTo(6);
                    })
                    .hasMessageContaining("after 6 of 6 attempts")
                    .hasCauseInstanceOf(SQLException.class);
            assertThat(time.sleeps()).hasSize(5);
            assertThat(number(database, COUNT)).isZero();
        }
    }

    @Test
    void leavesSqlToItsOwnClassifier_whenThePolicyKnowsNothingOfIt() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh()) {
            AtomicInteger runs = new AtomicInteger();
            Transactions.on(database.dataSource())
                    .retry(RetryPolicy.named("own").maxAttempts(2).build())
                    .time(new VirtualTime())
                    .run(connection -> {
                        if (runs.incrementAndGet() == 1) {
                            throw conflict();
                        }
                        return "through";
                    });
            assertThat(runs).hasValue(2);
        }
    }

    @Test
    void doesNotRepeatALostReplyOfSomethingElse_althoughItsOwnPartIsRolledBack() throws Exception {
        try (FreshDatabase database = TestDatabase.SQLITE.fresh()) {
            Transactions transactions = Transactions.on(database.dataSource()).time(new VirtualTime());
            assertThatThrownBy(() -> transactions.run(connection -> {
                        throw new TimeoutException("the bank did not answer");
                    }))
                    .isInstanceOfSatisfying(
                            GaveUpException.class,
                            gaveUp -> assertThat(gaveUp.reason()).isEqualTo(StopReason.UNKNOWN_OUTCOME));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void cutsWorkThatWaitsBeyondTheDeadline(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(TABLE, "insert into note values (1)");
                Connection holder = database.dataSource().getConnection()) {
            holder.setAutoCommit(false);
            execute(holder, "update note set id = 2");
            RetryPolicy policy =
                    RetryPolicy.named("hasty").deadline(Duration.ofMillis(300)).build();
            Transactions transactions = Transactions.on(database.dataSource()).retry(policy);
            assertThatThrownBy(() -> transactions.run(connection -> execute(connection, "update note set id = 3")))
                    .isInstanceOfSatisfying(
                            GaveUpException.class,
                            gaveUp -> assertThat(gaveUp.reason()).isEqualTo(StopReason.DEADLINE));
            holder.commit();
            assertThat(number(database, "select id from note")).isEqualTo(2);
        }
    }

    @Test
    void refusesAPolicyThatHedges() {
        RetryPolicy hedging = RetryPolicy.named("hedging")
                .hedge(Hedge.after(Duration.ofMillis(10)))
                .build();
        try (FreshDatabase database = TestDatabase.SQLITE.fresh()) {
            Transactions transactions = Transactions.on(database.dataSource());
            assertThatThrownBy(() -> transactions.retry(hedging))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'hedging' hedges");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
