package dev.oncemore.desk.billing;

import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.Scope;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.store.Backend;
import java.sql.Connection;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who was billed for which period: a record of {@link Once} for each customer, period start and period end. Its resource is the
 * document, its response the sheet.
 */
final class BilledPeriods {
    private static final Scope SCOPE = Scope.of("desk", "billing:period");
    /** As long as records can be kept. Later on, the number of the document would still be known to the accounting system. */
    private static final Duration KEPT = Duration.ofDays(3_650);

    private static final int PAGE = 1_000;

    private final TransactionalOperation<String, Connection> operation;
    private final RecordStore records;
    private final RecordQueries queries;

    BilledPeriods(Backend backend) {
        this.operation = Once.on(backend.records())
                .operation(SCOPE.operation(), Codec.text())
                .retention(KEPT)
                .build();
        this.records = backend.records();
        this.queries = backend.recordQueries();
    }

    /** Bills a customer for a month as part of an act; false if that was done before. */
    boolean bill(ActTransaction here, BillingPlan plan, YearMonth month, String sheet, String who) {
        Outcome<String> outcome = operation
                .within(here.connection())
                .key(key(plan, month))
                .by(who)
                // A plan may change after it was billed: that makes no other request of it.
                .runWithClaim(Payload.none(), claim -> {
                    claim.created(plan.type().word(), plan.number(month));
                    return sheet;
                });
        return outcome instanceof Outcome.Done<String> done && !done.isReplay();
    }

    private static Key key(BillingPlan plan, YearMonth month) {
        return SCOPE.key(month.atDay(1) + "/" + month.atEndOfMonth() + "/" + plan.company() + "/" + plan.customer());
    }

    /** Those of a month, by company and customer. */
    List<BillingResult.Period> of(YearMonth month, BillingPlace after, int most) {
        List<BillingResult.Period> found = new ArrayList<>();
        String start = month.atDay(1) + "/";
        String from = after.isStart() ? start : start + month.atEndOfMonth() + "/" + after.written() + " ";
        String to = start + "~";
        List<Key> page;
        do {
            page = queries.keys(SCOPE, from, to, PAGE);
            records.read(page).stream()
                    .flatMap(Optional::stream)
                    .filter(record -> record.state() == RecordState.SUCCEEDED && !record.expired())
                    .forEach(record -> found.add(period(record)));
            // The next possible key.
            from = page.isEmpty() ? to : page.get(page.size() - 1).value() + " ";
        } while (page.size() == PAGE && found.size() < most);
        return found.subList(0, Math.min(most, found.size()));
    }

    private static BillingResult.Period period(OnceRecord record) {
        String[] parts = record.key().value().split("/", 4);
        Resource document = record.resource();
        Bytes sheet = record.response();
        return new BillingResult.Period(
                parts[2],
                parts[3],
                LocalDate.parse(parts[0]),
                LocalDate.parse(parts[1]),
                document == null ? "" : document.id(),
                sheet == null ? "" : Codec.text().decode(sheet.toArray()),
                record.updatedAt());
    }
}
