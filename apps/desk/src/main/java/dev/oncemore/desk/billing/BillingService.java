package dev.oncemore.desk.billing;

import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.SendRequest;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.Reading;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetImport;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.desk.sheet.TypedRow;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.ScheduleOptions;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Ids;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bills customers each month. That a customer is billed for a period is a record of {@link dev.oncemore.once.Once}, in the
 * transaction that enqueues the document. The document's number is made of customer and month, so that sending would not create it
 * twice either.
 */
public final class BillingService {
    private static final String EVERY_MONTH = "0 3 1 * *";
    private static final String SCHEDULER = "billing";
    /** As many plans are read at a time by a run. */
    private static final int PLANS_AT_ONCE = 10_000;
    /** As in a file with a row of headings, which the rows can be downloaded as. */
    private static final int FIRST_ROW = 2;

    private final Database database;
    private final Sheets sheets;
    private final SheetImport sheetImport;
    private final SendService sendService;
    private final BilledPeriods periods;
    private final Acts acts;
    private final Ids ids;

    /** Billing that sends through this service. */
    public BillingService(Backend backend, SendService sendService, Acts acts, Ids ids) {
        this.database = backend.database();
        this.sheets = sendService.sheets();
        this.sheetImport = sendService.imports(acts, ids);
        this.sendService = sendService;
        this.periods = new BilledPeriods(backend);
        this.acts = acts;
        this.ids = ids;
    }

    /** Bills the month before on the first of each month at 3 o'clock in the desk's zone, on one of all nodes. */
    public Schedules schedule(Schedules schedules) {
        return schedules.cron(
                "billing",
                EVERY_MONTH,
                sendService.billingZone(),
                ScheduleOptions.standard().queue(SendService.SCHEDULE_QUEUE),
                this::fired);
    }

    void fired(Firing firing) {
        acts.run(run(monthBefore(firing.instant()), SCHEDULER)).requireAll();
    }

    /** The month that ended last, in the desk's zone. */
    public YearMonth monthBefore(Instant now) {
        return YearMonth.from(now.atZone(sendService.billingZone())).minusMonths(1);
    }

    /** The plans after that of this customer, by company and customer; an empty place starts with the first. */
    public List<BillingPlan> plans(BillingPlace after, int most) {
        return plansAfter(database, after, most);
    }

    private static List<BillingPlan> plansAfter(SqlOperations sql, BillingPlace after, int most) {
        return sql.query(
                "SELECT company, customer, type, partner, description, quantity, unit_price, tax_rate FROM oncemore_billing_plan"
                        + " WHERE company > ? OR (company = ? AND customer > ?) ORDER BY company, customer LIMIT "
                        + most,
                row -> new BillingPlan(
                        row.getString(1),
                        row.getString(2),
                        DocumentType.parse(row.getString(3)),
                        row.getString(4),
                        row.getString(5),
                        new BigDecimal(row.getString(6)),
                        new BigDecimal(row.getString(7)),
                        new BigDecimal(row.getString(8))),
                after.company(),
                after.company(),
                after.customer());
    }

    /**
     * Adds a plan, or changes the one that the customer has.
     *
     * @param ifNew what to do if its company was never used
     * @throws IllegalArgumentException when no document can be made of it; the message says why
     */
    public Act<Boolean> put(BillingPlan plan, Companies.IfNew ifNew, String who) {
        plan.wrong(monthBefore(sheets.now())).ifPresent(wrong -> {
            throw new IllegalArgumentException(wrong);
        });
        Object[] values = {
            plan.type().word(),
            plan.partner(),
            plan.description(),
            plan.quantity().toPlainString(),
            plan.unitPrice().toPlainString(),
            plan.taxRate().toPlainString(),
            plan.company(),
            plan.customer()
        };
        sendService.companies().require(plan.company(), ifNew);
        return here -> {
            sendService.companies().add(here, plan.company(), ifNew, who);
            // Inserted first: of two that save the first plan of a customer at once, one waits and then updates.
            int added = here.sql()
                    .insertNew(
                            "oncemore_billing_plan (type, partner, description, quantity, unit_price, tax_rate, company,"
                                    + " customer)",
                            List.of(List.of(values)));
            if (added == 0) {
                here.sql()
                        .update(
                                "UPDATE oncemore_billing_plan SET type = ?, partner = ?, description = ?, quantity = ?,"
                                        + " unit_price = ?, tax_rate = ? WHERE company = ? AND customer = ?",
                                values);
            }
            here.audit(who, "billing plan saved", plan.company() + "/" + plan.customer(), plan.description());
            return true;
        };
    }

    /** Bills a customer no more. */
    public Act<Boolean> remove(String company, String customer, String who) {
        return here -> {
            if (here.sql()
                            .update(
                                    "DELETE FROM oncemore_billing_plan WHERE company = ? AND customer = ?",
                                    company,
                                    customer)
                    == 0) {
                throw Rejected.notFound("there is no plan of " + customer + " at " + company);
            }
            here.audit(who, "billing plan removed", company + "/" + customer, "");
            return true;
        };
    }

    /** The customers after this one that were billed for a month; an empty place starts with the first. */
    public List<BillingResult.Period> periods(YearMonth month, BillingPlace after, int most) {
        return periods.of(month, after, most);
    }

    /**
     * Bills each customer that was not billed for this month yet. However often it runs, each is billed once. A customer that
     * cannot be billed does not hold up the others, and is named in the result.
     */
    public Act<BillingResult> run(YearMonth month, String who) {
        YearMonth current = monthBefore(sheets.now()).plusMonths(1);
        if (month.isAfter(current)) {
            throw new IllegalArgumentException(
                    "the month " + month + " has not begun; " + current + " is the last one that can be billed");
        }
        return Act.large(here -> new Run(here, month, who).run());
    }

    /** One run, in the transaction of its act. */
    private final class Run {
        private final ActTransaction here;
        private final YearMonth month;
        private final String who;
        private int documents;
        private int earlier;
        private final List<String> made = new ArrayList<>();
        private final Map<String, String> notBilled = new LinkedHashMap<>();

        Run(ActTransaction here, YearMonth month, String who) {
            this.here = here;
            this.month = month;
            this.who = who;
        }

        BillingResult run() {
            List<BillingPlan> plans = plansAfter(here.sql(), BillingPlace.START, PLANS_AT_ONCE);
            while (!plans.isEmpty()) {
                Map<String, List<BillingPlan>> groups = new LinkedHashMap<>();
                plans.forEach(plan -> groups.computeIfAbsent(
                                plan.company() + ":" + plan.type().word(), key -> new ArrayList<>())
                        .add(plan));
                groups.forEach(this::bill);
                BillingPlan last = plans.get(plans.size() - 1);
                plans = plansAfter(here.sql(), new BillingPlace(last.company(), last.customer()), PLANS_AT_ONCE);
            }
            here.audit(
                    who,
                    "billing run",
                    month.toString(),
                    Plural.of(documents, "document") + ", " + earlier + " billed before"
                            + (notBilled.isEmpty() ? "" : ", " + notBilled.size() + " could not be billed"));
            return new BillingResult(documents, earlier, made, notBilled);
        }

        private void bill(String name, List<BillingPlan> all) {
            List<BillingPlan> plans = new ArrayList<>();
            for (BillingPlan plan : all) {
                // A plan that an earlier version took must not be marked as billed without a document.
                plan.wrong(month)
                        .ifPresentOrElse(
                                wrong -> notBilled.put(plan.company() + "/" + plan.customer(), wrong),
                                () -> plans.add(plan));
            }
            if (plans.isEmpty()) {
                return;
            }
            Sheet sheet = sheet(plans.get(0));
            try {
                sendService.requireConnected(here, sheet);
            } catch (IllegalArgumentException | Rejected e) {
                notBilled.put(name, String.valueOf(e.getMessage()));
                return;
            }
            List<TypedRow> rows = new ArrayList<>();
            for (BillingPlan plan : plans) {
                if (periods.bill(here, plan, month, sheet.id(), who)) {
                    rows.add(new TypedRow(FIRST_ROW + rows.size(), plan.cells(month)));
                }
            }
            if (!rows.isEmpty()) {
                send(sheet, rows);
                made.add(sheet.id());
            }
            documents += rows.size();
            earlier += plans.size() - rows.size();
        }

        private Sheet sheet(BillingPlan first) {
            return new Sheet(
                    ids.next(),
                    first.company(),
                    first.type(),
                    "billing-" + month + "-" + first.company() + "-"
                            + first.type().word() + ".xlsx",
                    Reading.ofRows(),
                    who,
                    sheets.now(),
                    null);
        }

        private void send(Sheet sheet, List<TypedRow> rows) {
            sheetImport.take(here, sheet, rows);
            List<String> pending = here.sql().call(connection -> {
                sheets.confirm(connection, sheet.id());
                return sheets.rows().pending(connection, sheet.id());
            });
            if (pending.size() != rows.size()) {
                // No customer may be marked as billed without a document: everything is rolled back.
                throw new IllegalStateException(rows.size() + " documents were to be billed, but only " + pending.size()
                        + " of them can be sent");
            }
            sendService.enqueue(
                    here,
                    sheet.id(),
                    pending.stream()
                            .map(document -> new SendRequest(sheet.id(), document, 0, who))
                            .toList());
        }
    }
}
