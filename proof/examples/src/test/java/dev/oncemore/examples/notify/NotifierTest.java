package dev.oncemore.examples.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.Workers;
import dev.oncemore.task.inbox.Delivery;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class NotifierTest {
    private final Map<String, Integer> phones = new ConcurrentHashMap<>();

    @Test
    void afterAFailoverWithALostReply_thePushIsRepeatedAtTheSecondProvider() throws SQLException {
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Notifier notifier = new Notifier(
                    sqlite.dataSource(),
                    new PushProvider(phones, Set.of("cat"), Set.of()),
                    new PushProvider(phones, Set.of(), Set.of("cat")));
            consume(notifier, "event-1", "cat");

            runAll(notifier);

            assertThat(phones).containsExactly(Map.entry("cat", 1));
            assertThat(notifier.tasks.deadLetters().count(DeadLetters.Filter.all()))
                    .isZero();
        }
    }

    /** The provider drops the retry's push, because it knows its key: what it had not shown must not be part of it. */
    @Test
    void anEventBetweenTwoAttemptsGetsAPushOfItsOwn() throws SQLException {
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Notifier notifier = new Notifier(
                    sqlite.dataSource(),
                    new PushProvider(phones, Set.of(), Set.of("bob")),
                    new PushProvider(phones, Set.of(), Set.of()));
            consume(notifier, "event-1", "bob");
            try (Workers ignored = notifier.tasks.start()) {
                Together.await("the first attempt", () -> phones.containsKey("bob"));
                consume(notifier, "event-2", "bob");
                awaitEnd(notifier, ignored);
            }

            assertThat(phones).containsExactly(Map.entry("bob", 2));
        }
    }

    private static void consume(Notifier notifier, String id, String user) throws SQLException {
        assertThat(notifier.consume(new Delivery(id, Bytes.ofText(user), 1))).isTrue();
    }

    private static void runAll(Notifier notifier) {
        try (Workers workers = notifier.tasks.start()) {
            awaitEnd(notifier, workers);
        }
    }

    private static void awaitEnd(Notifier notifier, Workers workers) {
        Together.await(
                "the end of all pushes",
                () -> workers.held() == 0
                        && notifier.tasks.queues().list().stream()
                                .allMatch(queue -> queue.ready() + queue.waiting() + queue.running() == 0));
    }
}
