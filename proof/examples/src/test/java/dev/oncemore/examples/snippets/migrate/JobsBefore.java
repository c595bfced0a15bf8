package dev.oncemore.examples.snippets.migrate;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.Schedules;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import java.sql.Connection;
import java.time.Instant;
import java.time.ZoneId;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.jobrunr.scheduling.JobScheduler;
import org.springframework.scheduling.annotation.Scheduled;

/** The code that is replaced. It is compiled, not run. */
class JobsBefore {
    private final Billing billing = new Billing();
    private final Mailer mailer = new Mailer();

    // snippet: shedlock
    @Scheduled(cron = "0 0 3 1 * *", zone = "Asia/Tokyo")
    @SchedulerLock(name = "billing", lockAtMostFor = "PT30M", lockAtLeastFor = "PT5M")
    public void bill() {
        billing.run();
    }
    // end

    void dbScheduler(SchedulerClient scheduler) {
        // snippet: db-scheduler
        RecurringTask<Void> monthly = Tasks.recurring("billing", Schedules.cron("0 0 3 1 * *", ZoneId.of("Asia/Tokyo")))
                .execute((instance, context) -> billing.run());
        OneTimeTask<String> mail =
                Tasks.oneTime("mail", String.class).execute((instance, context) -> mailer.send(instance.getData()));
        scheduler.scheduleIfNotExists(mail.instance("order-7", "ann@example.com"), Instant.now());
        // end
        scheduler.getScheduledExecution(monthly.getDefaultTaskInstance());
    }

    void jobRunr(JobScheduler scheduler) {
        // snippet: jobrunr
        scheduler.scheduleRecurrently("billing", "0 3 1 * *", ZoneId.of("Asia/Tokyo"), () -> billing.run());
        scheduler.enqueue(() -> mailer.send("ann@example.com"));
        // end
    }

    void transactionOutbox(TransactionManager transactions, TransactionOutbox outbox) {
        // snippet: transaction-outbox
        transactions.inTransaction(transaction -> {
            insertOrder(transaction.connection(), "order-7");
            outbox.schedule(Mailer.class).send("ann@example.com");
        });
        // end
    }

    private static void insertOrder(Connection connection, String order) {
        if (connection == null) {
            throw new IllegalArgumentException("no connection for " + order);
        }
    }

    /** Writes the invoices of a month. */
    static class Billing {
        public void run() {}
    }

    /** Sends mails. */
    static class Mailer {
        public void send(String address) {
            if (address.isEmpty()) {
                throw new IllegalArgumentException("no address");
            }
        }
    }
}
