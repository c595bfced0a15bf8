package dev.oncemore.jdbc.transaction;

import static dev.oncemore.jdbc.transaction.TestDatabase.execute;
import static dev.oncemore.jdbc.transaction.TestDatabase.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateTransitionTest {
    private static final String[] ORDERS = {
        "create table orders (id integer primary key, status varchar(20))",
        "insert into orders values (1, 'pending')",
        "insert into orders values (2, 'paid')",
        "insert into orders values (3, 'cancelled')",
        "insert into orders values (4, null)"
    };
    private static final StateTransition PAY = StateTransition.of("orders")
            .column("status")
            .key("id")
            .from("pending")
            .to("paid");

    @ParameterizedTest
    @EnumSource
    void tellsAppliedAlreadyThereConflictAndNotFoundApart(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(ORDERS);
                Connection connection = database.dataSource().getConnection()) {
            assertThat(PAY.apply(connection, 1)).isEqualTo(new Transition.Applied());
            assertThat(PAY.apply(connection, 1)).isEqualTo(new Transition.AlreadyThere());
            assertThat(PAY.apply(connection, 2)).isEqualTo(new Transition.AlreadyThere());
            assertThat(PAY.apply(connection, 3)).isEqualTo(new Transition.Conflict("cancelled"));
            assertThat(PAY.apply(connection, 4)).isEqualTo(new Transition.Conflict(null));
            assertThat(PAY.apply(connection, 5)).isEqualTo(new Transition.NotFound());
            assertThat(number(database, "select count(*) from orders where status = 'paid'"))
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isAppliedByOneOf64AtOnce_atReadCommitted(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(ORDERS)) {
            Transactions transactions = Transactions.on(database.pooled(32)).isolation(Isolation.READ_COMMITTED);
            List<Transition> answers =
                    Together.run(64, i -> () -> transactions.run(connection -> PAY.apply(connection, 1)));
            assertThat(answers).filteredOn(Transition::applied).hasSize(1);
            assertThat(answers).allMatch(Transition::done);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void isAppliedAfterAll_whenTheRivalRollsBack(TestDatabase kind) throws Exception {
        ExecutorService second = Executors.newSingleThreadExecutor();
        try (FreshDatabase database = kind.fresh(ORDERS);
                Connection rival = database.dataSource().getConnection()) {
            rival.setAutoCommit(false);
            assertThat(PAY.apply(rival, 1).applied()).isTrue();
            Transactions transactions = Transactions.on(database.dataSource());
            Future<Transition> waiting = second.submit(() -> transactions.run(connection -> PAY.apply(connection, 1)));
            kind.awaitWaiting(database);
            rival.rollback();
            assertThat(Together.result(waiting)).isEqualTo(new Transition.Applied());
        } finally {
            second.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void seesTheWinnerThatItsSnapshotHides(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(ORDERS)) {
            Transactions transactions = Transactions.on(database.dataSource()).isolation(Isolation.REPEATABLE_READ);
            Transition answer = transactions.run(connection -> {
                if (number(connection, "select count(*) from orders where status = 'paid'") == 1) {
                    // The snapshot is taken, and from now on out of date.
                    execute(database, "update orders set status = 'paid' where id in (1, 3)");
                }
                assertThat(PAY.apply(connection, 3)).isEqualTo(new Transition.AlreadyThere());
                return PAY.apply(connection, 1);
            });
            assertThat(answer).isEqualTo(new Transition.AlreadyThere());
        }
    }

    @ParameterizedTest
    @EnumSource
    void startsFromAnyOfSeveralStates_andFindsRowsByCompositeKeys(TestDatabase kind) throws Exception {
        try (FreshDatabase database = kind.fresh(
                        """
                        create table shipment
                        (tenant varchar(10), number integer, phase varchar(20), primary key (tenant, number))
                        """,
                        "insert into shipment values ('a', 1, 'packed')",
                        "insert into shipment values ('b', 1, 'packed')");
                Connection connection = database.dataSource().getConnection()) {
            StateTransition cancel = StateTransition.of("shipment")
                    .column("phase")
                    .key("tenant", "number")
                    .from("ordered", "packed")
                    .to("cancelled");
            assertThat(cancel.apply(connection, "a", 1).applied()).isTrue();
            assertThat(number(database, "select count(*) from shipment where phase = 'cancelled'"))
                    .isEqualTo(1);
            assertThatThrownBy(() -> cancel.apply(connection, "a"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("2 values");
            StateTransition wrongKey = StateTransition.of("shipment")
                    .column("phase")
                    .key("number")
                    .from("packed", "cancelled")
                    .to("sent");
            assertThatThrownBy(() -> wrongKey.apply(connection, 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("fits 2 rows");
        }
    }

    @ParameterizedTest
    @EnumSource
    void quotesNamesThatAreReserved_andFailsForNamesThatDoNotExist(TestDatabase kind) throws Exception {
        String quote = kind == TestDatabase.MARIADB ? "`" : "\"";
        try (FreshDatabase database = kind.fresh(
                        "create table %1$sorder%1$s (%1$skey%1$s integer primary key, %1$sgroup%1$s varchar(9))"
                                .formatted(quote),
                        "insert into %1$sorder%1$s values (1, 'a')".formatted(quote));
                Connection connection = database.dataSource().getConnection()) {
            StateTransition reserved = StateTransition.of("order")
                    .column("group")
                    .key("key")
                    .from("a")
                    .to("b");
            assertThat(reserved.apply(connection, 1).applied()).isTrue();
            StateTransition misspelt = StateTransition.of("order")
                    .column("group")
                    .key("kee")
                    .from("a")
                    .to("b");
            assertThatThrownBy(() -> misspelt.apply(connection, "kee")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void movesColumnsOfAnEnumType_onPostgres() throws Exception {
        try (FreshDatabase database = TestDatabase.POSTGRES.fresh(
                        "create type phase as enum ('pending', 'paid')",
                        "create schema shop",
                        "create table shop.orders (id uuid primary key, status phase)",
                        "insert into shop.orders values ('00000000-0000-0000-0000-000000000001', 'pending')");
                Connection connection = database.dataSource().getConnection()) {
            StateTransition pay =
                    StateTransition.of("shop.orders").from("pending").to("paid");
            assertThat(pay.apply(connection, "00000000-0000-0000-0000-000000000001")
                            .applied())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a b", "a;drop table x", "a\"", "a`", "a.b.c", ".a", "a.", "é"})
    void refusesNamesThatAreNone(String name) {
        assertThatThrownBy(() -> StateTransition.of(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StateTransition.of("orders").column(name))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StateTransition.of("orders").key(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesATransitionFromNowhereOrToWhereItStarts() {
        assertThatThrownBy(() -> StateTransition.of("orders").to("paid"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must start from");
        assertThatThrownBy(() -> StateTransition.of("orders").from("paid").to("paid"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void foldsToTheValueForHowItEnded() {
        assertThat(List.of(
                                new Transition.Applied(),
                                new Transition.AlreadyThere(),
                                new Transition.Conflict("cancelled"),
                                new Transition.NotFound())
                        .stream()
                        .map(end -> end.<String>fold(() -> "now", () -> "before", actual -> actual, () -> "none")))
                .containsExactly("now", "before", "cancelled", "none");
    }
}
