package dev.oncemore.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Finding;
import dev.oncemore.once.Outcome;
import dev.oncemore.testkit.server.FreshDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The process that owns an effect is killed at each point, and the same key comes again. */
abstract class Kills {
    /** Paid and told to the caller before anybody was killed. */
    static final String ACKNOWLEDGED = "inv-ACKNOWLEDGED";

    private static final By MARIA = By.person("maria", "seen at the bank");
    private static final List<Policy> ALL = List.of(Policy.values());

    @TempDir
    private Path temporary;

    private FreshDatabase database;
    private Ledger ledger;
    private Payments next;

    abstract FreshDatabase fresh();

    @BeforeEach
    void open() throws Exception {
        database = fresh();
        JdbcStores.of(database.dataSource()).schema().apply();
        ledger = new Ledger(database.dataSource(), "parent");
        ledger.create();
        next = new Payments(database.dataSource(), "parent", Point.Stop.NOWHERE);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void elsewhere_killedBeforeTheClaim_theNextIsTheFirst() throws Exception {
        kill("elsewhere", Point.BEFORE_CLAIM, ALL.size());

        for (Policy policy : ALL) {
            assertThat(next.pay(policy).key(Payments.key(policy.invoice())).find())
                    .isEqualTo(Finding.NeverSeen.INSTANCE);
            assertThat(payElsewhere(policy)).isEqualTo(new Outcome.Done<>(paidBy("parent", policy), false));
        }
        assertEachWasPaidOnceBy("parent");
    }

    @Test
    void elsewhere_killedAfterTheClaim_theNextDoesAsDeclared() throws Exception {
        kill("elsewhere", Point.BEFORE_EFFECT, ALL.size());
        endTheLeases();

        assertThat(payElsewhere(Policy.RUN_AGAIN))
                .isEqualTo(new Outcome.Done<>(paidBy("parent", Policy.RUN_AGAIN), false));
        assertThat(payElsewhere(Policy.RECONCILE))
                .as("the bank knows of nothing")
                .isEqualTo(new Outcome.Done<>(paidBy("parent", Policy.RECONCILE), false));
        assertThat(payElsewhere(Policy.PARK)).isInstanceOf(Outcome.Unknown.class);
        assertThat(ledger.receiptsFor(Policy.PARK.invoice())).isEmpty();

        assertThat(next.pay(Policy.PARK)
                        .key(Payments.key(Policy.PARK.invoice()))
                        .resolveAsNotHappened(MARIA))
                .isTrue();
        assertThat(payElsewhere(Policy.PARK)).isEqualTo(new Outcome.Done<>(paidBy("parent", Policy.PARK), false));
        assertEachWasPaidOnceBy("parent");
    }

    @Test
    void elsewhere_killedAfterTheEffect_theNextDoesAsDeclared_andItHappenedOnce() throws Exception {
        kill("elsewhere", Point.AFTER_EFFECT, ALL.size());
        endTheLeases();

        assertThat(payElsewhere(Policy.RUN_AGAIN))
                .as("the bank knows the key and sends the receipt again")
                .isEqualTo(new Outcome.Done<>(paidBy("child", Policy.RUN_AGAIN), false));
        assertThat(payElsewhere(Policy.RECONCILE))
                .as("found by asking")
                .isEqualTo(new Outcome.Done<>(paidBy("child", Policy.RECONCILE), true));
        assertThat(payElsewhere(Policy.PARK)).isInstanceOf(Outcome.Unknown.class);

        String seen = paidBy("child", Policy.PARK);
        assertThat(next.pay(Policy.PARK)
                        .key(Payments.key(Policy.PARK.invoice()))
                        .resolveAsHappened(seen, null, MARIA))
                .isTrue();
        assertThat(payElsewhere(Policy.PARK)).isEqualTo(new Outcome.Done<>(seen, true));
        assertEachWasPaidOnceBy("child");
    }

    @Test
    void elsewhere_killedBeforeTheReply_theOutcomeIsReplayed() throws Exception {
        kill("elsewhere", Point.BEFORE_REPLY, ALL.size());

        for (Policy policy : ALL) {
            assertThat(payElsewhere(policy)).isEqualTo(new Outcome.Done<>(paidBy("child", policy), true));
        }
        assertEachWasPaidOnceBy("child");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_REPLY")
    void here_killedBeforeTheCommit_nothingIsLeft_andTheNextIsTheFirst(Point point) throws Exception {
        kill("here", point, 1);
        for (Policy policy : ALL) {
            assertThat(ledger.receiptsFor(policy.invoice())).isEmpty();
        }

        assertThat(next.here(ALL))
                .as("whatever is declared for unknown outcomes: there are none")
                .isEqualTo(ALL.stream()
                        .map(policy -> new Outcome.Done<>(paidBy("parent", policy), false))
                        .toList());
        assertEachWasPaidOnceBy("parent");
    }

    @Test
    void here_killedBeforeTheReply_theOutcomeIsReplayed() throws Exception {
        kill("here", Point.BEFORE_REPLY, 1);

        assertThat(next.here(ALL))
                .isEqualTo(ALL.stream()
                        .map(policy -> new Outcome.Done<>(paidBy("child", policy), true))
                        .toList());
        assertEachWasPaidOnceBy("child");
    }

    private void kill(String what, Point point, int owners) throws Exception {
        String acknowledged = new Executioner(database, temporary).kill(what, point, owners);

        assertThat(next.elsewhere(ACKNOWLEDGED, Policy.PARK))
                .as("what was acknowledged is there")
                .isEqualTo(new Outcome.Done<>(acknowledged, true));
        assertThat(ledger.receiptsFor(ACKNOWLEDGED)).containsExactly(acknowledged);
    }

    private Outcome<String> payElsewhere(Policy policy) {
        return next.elsewhere(policy.invoice(), policy);
    }

    /** Until then nobody takes over, because nobody can know that the owner is dead. */
    private void endTheLeases() throws Exception {
        for (Policy policy : ALL) {
            assertThat(payElsewhere(policy)).isInstanceOf(Outcome.InProgress.class);
        }
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("update oncemore_record set lease_until = 1 where state = 'RUNNING'"))
                    .isEqualTo(ALL.size());
        }
    }

    private void assertEachWasPaidOnceBy(String payer) throws Exception {
        for (Policy policy : ALL) {
            String receipt = paidBy(payer, policy);
            assertThat(ledger.receiptsFor(policy.invoice())).containsExactly(receipt);
            assertThat(payElsewhere(policy)).as("from now on").isEqualTo(new Outcome.Done<>(receipt, true));
        }
    }

    private static String paidBy(String payer, Policy policy) {
        return policy.invoice() + " paid by the " + payer;
    }
}
