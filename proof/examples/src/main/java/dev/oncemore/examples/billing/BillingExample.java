package dev.oncemore.examples.billing;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.LocalServer;
import dev.oncemore.examples.run.LocalServer.Reply;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.WebhookVerifier;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.task.schedule.FiringRecord;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.security.SecureRandom;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Two nodes with the same cron job, three customers, and an accounting department that is told when a month is billed. */
public final class BillingExample implements Example {
    static final YearMonth MONTH = YearMonth.of(2026, 1);
    static final List<String> CUSTOMERS = List.of("ann", "bob", "cat");

    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new BillingExample());
    }

    @Override
    public String name() {
        return "billing";
    }

    @Override
    public String summary() {
        return "one invoice per customer and month, although cron fires on two nodes";
    }

    @Override
    public Tally wanted() {
        return Tally.of(3, "invoices for three customers").and(1, "messages to accounting");
    }

    @Override
    public Tally accident(Consumer<String> out) throws Exception {
        AtomicInteger messages = new AtomicInteger();
        try (FreshDatabase postgres = PostgresServer.shared().freshDatabase()) {
            Database database = Database.of(postgres.pooled(2));
            database.update("CREATE TABLE invoice (customer TEXT, month TEXT, cents INT)");
            CyclicBarrier bothHaveLooked = new CyclicBarrier(2);
            Together.run(2, node -> () -> {
                boolean isBilled = invoices(database) > 0;
                bothHaveLooked.await(1, TimeUnit.MINUTES);
                if (!isBilled) {
                    CUSTOMERS.forEach(customer ->
                            database.update("INSERT INTO invoice VALUES (?, ?, 4900)", customer, MONTH.toString()));
                    messages.incrementAndGet();
                }
                return node;
            });
            out.accept(
                    "The crons of two nodes fire at 03:00. Both find no invoice of this month, and both write them.");
            return count(database, messages);
        }
    }

    @Override
    public Tally cure(Consumer<String> out) throws Exception {
        AtomicInteger messages = new AtomicInteger();
        WebhookSecret secret = WebhookSecret.random(new SecureRandom());
        WebhookVerifier verifier = WebhookVerifier.of(secret);
        try (FreshDatabase postgres = PostgresServer.shared().freshDatabase();
                LocalServer accounting = LocalServer.start(request -> {
                    if (verifier.verify(request.header(), request.body()) != WebhookVerifier.Result.GENUINE) {
                        return new Reply(401, "");
                    }
                    messages.incrementAndGet();
                    return new Reply(204, "");
                })) {
            DataSource dataSource = postgres.pooled(20);
            JdbcStores stores = JdbcStores.of(dataSource);
            stores.schema().apply();
            Database database = stores.database();
            database.update("CREATE TABLE invoice (customer TEXT, month TEXT, cents INT, UNIQUE (customer, month))");
            // Every second instead of every month, to see more than one firing.
            String cron = "* * * * * *";
            try (BillingNode first = new BillingNode("node-1", dataSource, accounting.uri(), secret, cron);
                    BillingNode second = new BillingNode("node-2", dataSource, accounting.uri(), secret, cron)) {
                Together.await(
                        "two firings in the log of either node, and a webhook",
                        () -> done(first) >= 2 && done(second) >= 2 && messages.get() > 0);
                out.accept(
                        "Both nodes have the schedule. Each instant fires once, and either node has it in its job log.");
            }
            out.accept("Every firing bills the same month again: the unique period leaves nothing to write.");
            out.accept("Accounting verified the signature of the webhook, which was sent with the commit.");
            return count(database, messages);
        }
    }

    private static long done(BillingNode node) {
        return node.log().stream()
                .filter(firing -> firing.outcome() == FiringRecord.Outcome.DONE)
                .count();
    }

    private static Tally count(Database database, AtomicInteger messages) {
        return Tally.of(invoices(database), "invoices for three customers")
                .and(messages.get(), "messages to accounting");
    }

    private static long invoices(Database database) {
        return database.first("SELECT count(*) AS n FROM invoice", row -> row.getLong("n"))
                .orElseThrow();
    }
}
