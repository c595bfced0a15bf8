package dev.oncemore.examples.notify;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.Workers;
import dev.oncemore.task.inbox.Delivery;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Five people like Ann's photo, Bob and Cat get a message. The broker delivers everything twice, and providers fail. */
public final class NotifyExample implements Example {
    /** The users of the events, in order; the id of an event is its index. */
    private static final List<String> EVENTS = List.of("ann", "ann", "ann", "ann", "ann", "bob", "cat");

    private static final Set<String> REPLY_LOST = Set.of("bob");
    private static final Set<String> REFUSED = Set.of("cat");

    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new NotifyExample());
    }

    @Override
    public String name() {
        return "notify";
    }

    @Override
    public String summary() {
        return "notifications: repeated messages, bursts of events, and failover between two providers";
    }

    @Override
    public Tally wanted() {
        return tally(Map.of("ann", 1, "bob", 1, "cat", 1));
    }

    @Override
    public Tally accident(Consumer<String> out) throws IOException {
        Map<String, Integer> phones = new ConcurrentHashMap<>();
        PushProvider first = new PushProvider(phones, REFUSED, REPLY_LOST);
        PushProvider second = new PushProvider(phones, Set.of(), Set.of());
        int pushes = 0;
        for (int delivery = 1; delivery <= 2; delivery++) {
            for (String user : EVENTS) {
                String key = "push-" + ++pushes; // a new one each time
                try {
                    first.push(user, "1 new event", key);
                } catch (IOException e) {
                    second.push(user, "1 new event", key);
                }
            }
        }
        out.accept("Ann: five likes, each delivered twice by the broker: a push for each");
        out.accept("Bob: the first provider shows the push and its reply is lost, so the second one shows it, too");
        out.accept("Cat: the first provider is down and the second one shows the push, for both deliveries");
        return tally(phones);
    }

    @Override
    public Tally cure(Consumer<String> out) throws SQLException {
        Map<String, Integer> phones = new ConcurrentHashMap<>();
        PushProvider first = new PushProvider(phones, REFUSED, REPLY_LOST);
        PushProvider second = new PushProvider(phones, Set.of(), Set.of());
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Notifier notifier = new Notifier(sqlite.dataSource(), first, second);
            for (int delivery = 1; delivery <= 2; delivery++) {
                for (int i = 0; i < EVENTS.size(); i++) {
                    // The sender's id of the event, not the offset in the topic.
                    Delivery message = new Delivery("event-" + i, Bytes.ofText(EVENTS.get(i)), delivery);
                    if (!notifier.consume(message)) {
                        throw new IllegalStateException("event " + i + " was not handled");
                    }
                }
            }
            try (Workers workers = notifier.tasks.start()) {
                Together.await("the end of all pushes", () -> isIdle(notifier) && workers.held() == 0);
            }
            out.accept("Ann: the inbox drops the second deliveries, and one push stands for five likes");
            out.accept("Bob: the reply is lost, so the push is repeated at the same provider with the same key");
            out.accept("Cat: the first provider refused the connection, so the second one shows the push");
            return tally(phones);
        }
    }

    private static boolean isIdle(Notifier notifier) {
        return notifier.tasks.queues().list().stream()
                .allMatch(queue -> queue.ready() + queue.waiting() + queue.running() == 0);
    }

    private static Tally tally(Map<String, Integer> phones) {
        return Tally.of(phones.getOrDefault("ann", 0), "pushes for Ann")
                .and(phones.getOrDefault("bob", 0), "pushes for Bob")
                .and(phones.getOrDefault("cat", 0), "pushes for Cat");
    }
}
