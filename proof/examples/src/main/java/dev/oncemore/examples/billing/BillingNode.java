package dev.oncemore.examples.billing;

import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.InMemoryEndpoints;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.transaction.NaturalKey;
import dev.oncemore.jdbc.transaction.Transactions;
import dev.oncemore.once.Locks;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.retry.Safety;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Workers;
import dev.oncemore.task.schedule.FiringRecord;
import dev.oncemore.task.schedule.Schedules;
import java.net.InetAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** One of several nodes that bill. All of them have the same schedule. */
final class BillingNode implements AutoCloseable {
    // snippet: unique
    private static final NaturalKey INVOICES = NaturalKey.table("invoice").key("customer", "month");
    // end

    private final Transactions transactions;
    private final TransactionalTasks<Connection> tasks;
    private final Locks locks;
    private final Webhooks webhooks;
    private final Schedules schedules;
    private final Workers workers;

    /** A node named so; its webhooks go to accounting. */
    BillingNode(String name, DataSource dataSource, URI accounting, WebhookSecret secret, String cron) {
        JdbcStores stores = JdbcStores.of(dataSource);
        transactions = Transactions.on(dataSource);
        tasks = Tasks.on(stores.tasks(), TaskSettings.standard().queue(Webhooks.QUEUE, QueueSettings.standard()));
        locks = Locks.on(stores.records(), OnceSettings.standard().who(name));
        InMemoryEndpoints endpoints = new InMemoryEndpoints();
        endpoints.save(Endpoint.of("accounting", accounting, secret));
        webhooks = Webhooks.builder(tasks, endpoints)
                .guard(AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress))
                .build();
        // snippet: schedule
        schedules = Schedules.on(tasks);
        schedules.cron("monthly-billing", cron, ZoneId.of("Asia/Tokyo"), firing -> {
            YearMonth month = BillingExample.MONTH; // of firing.period(), if the cron is "0 3 1 * *"
            locks.runExclusively("billing", () -> bill(month)); // a person may start it by hand, too
        });
        workers = tasks.start();
        // end
    }

    // snippet: bill
    private void bill(YearMonth month) throws SQLException {
        String json = "{\"type\": \"billing.finished\", \"month\": \"" + month + "\"}";
        transactions.run(Safety.keyed("billing-" + month), connection -> {
            for (String customer : BillingExample.CUSTOMERS) {
                INVOICES.insert(connection, Map.of("customer", customer, "month", month.toString(), "cents", 4900));
            }
            // Sent if and only if this commits, once per id, and signed.
            return webhooks.send(tasks.within(connection), new WebhookMessage("accounting", "billed-" + month, json));
        });
    }
    // end

    // snippet: log
    /** The job log: what each firing did. */
    List<FiringRecord> log() {
        return schedules.history("monthly-billing", Instant.now().plusSeconds(60), 1_000);
    }
    // end

    @Override
    public void close() {
        schedules.close();
        workers.close();
    }
}
