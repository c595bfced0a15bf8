package dev.oncemore.desk.billing;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.oncemore.OncemoreException;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.SendRequest;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.CreatedBefore;
import dev.oncemore.desk.sheet.NumberStyle;
import dev.oncemore.desk.sheet.Plural;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Reading;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetFile;
import dev.oncemore.desk.sheet.SheetImport;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.schedule.ScheduleOptions;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Ids;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Bills customers each month. That a customer is billed for a period is written down in the transaction that gives the document
 * that enqueues the document, and can be written down once. The document's number is made of customer and month, so that
 * sending would not create it twice either.
 */
public final class BillingService {
    private static final String PERIOD =
            "oncemore_billing_period (company, customer, period_start, period_end, number, sheet_id, at)";
    private static final String EVERY_MONTH = "0 3 1 * *";
    private static final String SCHEDULER = "billing";
    private static final int PLANS_MAX = 10_000;
    private static final int FAILURES_TOLD = 20;
    private static final String ENCODING = "UTF-8";
    private static final char DELIMITER = ',';
    /** Nothing is left to be found out in a file that we write ourselves. */
    private static final ReadOptions AS_WRITTEN =
            new ReadOptions(null, ENCODING, DELIMITER, 1, null, NumberStyle.POINT, Map.of(), false);

    private final Database database;
    private final Sheets sheets;
    private final SheetImport sheetImport;
    private final SendService sendService;
    private final AuditTrail audit;
    private final Ids ids;

    /** Billing that sends through this service. */
    public BillingService(Backend backend, SendService sendService, AuditTrail audit, Ids ids) {
        this.database = backend.database();
        this.sheets = sendService.sheets();
        this.sheetImport = sendService.imports(audit, ids);
        this.sendService = sendService;
        this.audit = audit;
        this.ids = ids;
    }

    /** Bills the month before on the first of each month at 3 o'clock in the desk's zone, on one of all nodes. */
    public Schedules schedule(Tasks tasks) {
        return Schedules.on(tasks)
                .cron(
                        "billing",
                        EVERY_MONTH,
                        sendService.billingZone(),
                        ScheduleOptions.standard().queue(SendService.SCHEDULE_QUEUE),
                        this::fired);
    }

    void fired(Firing firing) {
        run(monthBefore(firing.instant()), SCHEDULER);
    }

    /** The month that ended last, in the desk's zone. */
    public YearMonth monthBefore(Instant now) {
        return YearMonth.from(now.atZone(sendService.billingZone())).minusMonths(1);
    }

    /** The first plans, by company and customer: as many as a page can show. */
    public List<BillingPlan> plans() {
        return plansAfter("", "");
    }

    private List<BillingPlan> plansAfter(String company, String customer) {
        return database.query(
                "SELECT company, customer, type, partner, description, quantity, unit_price, tax_rate FROM oncemore_billing_plan"
                        + " WHERE company > ? OR (company = ? AND customer > ?) ORDER BY company, customer LIMIT "
                        + PLANS_MAX,
                row -> new BillingPlan(
                        row.getString(1),
                        row.getString(2),
                        DocumentType.parse(row.getString(3)),
                        row.getString(4),
                        row.getString(5),
                        new BigDecimal(row.getString(6)),
                        new BigDecimal(row.getString(7)),
                        new BigDecimal(row.getString(8))),
                company,
                company,
                customer);
    }

    /**
     * Adds a plan, or changes the one that the customer has.
     *
     * @throws IllegalArgumentException when no document can be made of it; the message says why
     */
    public void put(BillingPlan plan, String who) {
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
        sheets.stored(connection -> {
            int changed = Sheets.update(
                    connection,
                    "UPDATE oncemore_billing_plan SET type = ?, partner = ?, description = ?, quantity = ?, unit_price = ?,"
                            + " tax_rate = ? WHERE company = ? AND customer = ?",
                    values);
            return changed > 0
                    ? changed
                    : Sheets.update(
                            connection,
                            "INSERT INTO oncemore_billing_plan (type, partner, description, quantity, unit_price, tax_rate,"
                                    + " company, customer) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                            values);
        });
        audit.add(who, "billing plan saved", plan.company() + "/" + plan.customer(), plan.description());
    }

    /** Bills a customer no more. */
    public void remove(String company, String customer, String who) {
        if (database.update("DELETE FROM oncemore_billing_plan WHERE company = ? AND customer = ?", company, customer)
                == 0) {
            throw Rejected.notFound("there is no plan of " + customer + " at " + company);
        }
        audit.add(who, "billing plan removed", company + "/" + customer, "");
    }

    /** The customers that were billed for a month. */
    public List<BillingResult.Period> periods(YearMonth month) {
        return database.query(
                "SELECT company, customer, period_start, period_end, number, sheet_id, at FROM oncemore_billing_period"
                        + " WHERE period_start = ? ORDER BY company, customer LIMIT " + PLANS_MAX,
                row -> new BillingResult.Period(
                        row.getString(1),
                        row.getString(2),
                        LocalDate.parse(row.getString(3)),
                        LocalDate.parse(row.getString(4)),
                        row.getString(5),
                        row.getString(6),
                        Instant.ofEpochMilli(row.getLong(7))),
                month.atDay(1).toString());
    }

    /**
     * Bills each customer that was not billed for this month yet. However often it runs, each is billed once. A customer that
     * cannot be billed does not hold up the others, and is reported at the end.
     *
     * @throws IllegalArgumentException when a company has no id, or documents cannot be sent; all others were billed
     */
    public BillingResult run(YearMonth month, String who) {
        YearMonth current = monthBefore(sheets.now()).plusMonths(1);
        if (month.isAfter(current)) {
            throw new IllegalArgumentException(
                    "the month " + month + " has not begun; " + current + " is the last one that can be billed");
        }
        Tally tally = new Tally();
        List<BillingPlan> plans = plans();
        while (!plans.isEmpty()) {
            Map<String, List<BillingPlan>> groups = new LinkedHashMap<>();
            plans.forEach(plan -> groups.computeIfAbsent(
                            plan.company() + ":" + plan.type().word(), key -> new ArrayList<>())
                    .add(plan));
            groups.forEach((name, group) -> bill(name, group, month, who, tally));
            BillingPlan last = plans.get(plans.size() - 1);
            plans = plansAfter(last.company(), last.customer());
        }
        audit.add(
                who,
                "billing run",
                month.toString(),
                Plural.of(tally.documents, "document") + ", " + tally.earlier + " billed before"
                        + (tally.failures.isEmpty() ? "" : ", " + tally.failures.size() + " could not be billed"));
        sendService.wakeUp();
        tally.throwFailures();
        return new BillingResult(tally.documents, tally.earlier, tally.made);
    }

    private void bill(String name, List<BillingPlan> all, YearMonth month, String who, Tally tally) {
        List<BillingPlan> plans = new ArrayList<>();
        for (BillingPlan plan : all) {
            // A plan that an earlier version took must not be marked as billed without a document.
            plan.wrong(month)
                    .ifPresentOrElse(
                            wrong -> tally.failures.put(
                                    plan.company() + "/" + plan.customer(), new IllegalArgumentException(wrong)),
                            () -> plans.add(plan));
        }
        if (plans.isEmpty()) {
            return;
        }
        try {
            Sheet sheet = sheet(plans.get(0), month, who);
            sendService.requireConnected(sheet);
            int billed = sheets.stored(connection -> bill(connection, sheet, plans, month, who));
            tally.documents += billed;
            tally.earlier += plans.size() - billed;
            if (billed > 0) {
                tally.made.add(sheet.id());
            }
        } catch (RuntimeException e) {
            tally.failures.put(name, e);
        }
    }

    /** The result of a run. */
    private static final class Tally {
        private int documents;
        private int earlier;
        private final List<String> made = new ArrayList<>();
        private final Map<String, RuntimeException> failures = new LinkedHashMap<>();

        private void throwFailures() {
            if (failures.isEmpty()) {
                return;
            }
            String words = "not billed: "
                    + failures.entrySet().stream()
                            .limit(FAILURES_TOLD)
                            .map(entry ->
                                    entry.getKey() + " (" + entry.getValue().getMessage() + ")")
                            .collect(Collectors.joining("; "))
                    + (failures.size() > FAILURES_TOLD ? " and " + (failures.size() - FAILURES_TOLD) + " more" : "")
                    + "; all others were billed";
            boolean isWrong = failures.values().stream()
                    .allMatch(failure -> failure instanceof IllegalArgumentException || failure instanceof Rejected);
            RuntimeException all = isWrong ? new IllegalArgumentException(words) : new OncemoreException(words);
            failures.values().forEach(all::addSuppressed);
            throw all;
        }
    }

    private Sheet sheet(BillingPlan first, YearMonth month, String who) {
        String name =
                "billing-" + month + "-" + first.company() + "-" + first.type().word() + ".csv";
        return new Sheet(
                ids.next(),
                first.company(),
                first.type(),
                name,
                Reading.earlier(ENCODING, DELIMITER),
                who,
                sheets.now(),
                null);
    }

    private int bill(Connection connection, Sheet sheet, List<BillingPlan> plans, YearMonth month, String who)
            throws SQLException {
        List<Map<Column, String>> rows = new ArrayList<>();
        for (BillingPlan plan : plans) {
            int claimed = database.within(connection)
                    .insertNew(
                            PERIOD,
                            List.of(List.<Object>of(
                                    plan.company(),
                                    plan.customer(),
                                    month.atDay(1).toString(),
                                    month.atEndOfMonth().toString(),
                                    plan.number(month),
                                    sheet.id(),
                                    sheets.now().toEpochMilli())));
            if (claimed == 1) {
                rows.add(plan.cells(month));
            }
        }
        if (rows.isEmpty()) {
            return 0;
        }
        byte[] bytes = csv(rows);
        SheetFile file = SheetFile.read(bytes, AS_WRITTEN, Map.of(), true);
        sheetImport.add(
                connection, sheet.with(file.reading()), bytes, SheetImport.Judged.of(file, CreatedBefore.NOT_ASKED));
        sheets.confirm(connection, sheet.id());
        List<String> pending = sheets.rows().pending(connection, sheet.id());
        if (pending.size() != rows.size()) {
            // No customer may be marked as billed without a document: the whole group is rolled back.
            throw new IllegalStateException(
                    rows.size() + " documents were to be billed, but only " + pending.size() + " of them can be sent");
        }
        sendService.enqueue(
                connection,
                sheet.id(),
                pending.stream()
                        .map(document -> new SendRequest(sheet.id(), document, 0, who))
                        .toList());
        return pending.size();
    }

    /** The same as an uploaded file, so that it can be shown and downloaded like others. */
    private static byte[] csv(List<Map<Column, String>> rows) {
        StringWriter text = new StringWriter();
        try (CsvWriter writer = CsvWriter.builder().build(text)) {
            writer.writeRecord(Column.words());
            for (Map<Column, String> row : rows) {
                writer.writeRecord(Arrays.stream(Column.values()).map(row::get).toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
