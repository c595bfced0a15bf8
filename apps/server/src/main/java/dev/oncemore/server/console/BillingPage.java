package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.line;
import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.desk.billing.BillingPlace;
import dev.oncemore.desk.billing.BillingPlan;
import dev.oncemore.desk.billing.BillingResult;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;

/** Monthly billing, for people who don't program. */
public final class BillingPage {
    private static final int PAGE = 100;

    private final BillingService billing;
    private final Acts acts;
    private final InstantSource clock;

    /** A page for this billing. */
    public BillingPage(BillingService billing, Acts acts, InstantSource clock) {
        this.billing = billing;
        this.acts = acts;
        this.clock = clock;
    }

    /** What the page shows. */
    public record View(
            List<BillingPlan> plans,
            String nextPlans,
            String month,
            List<BillingResult.Period> periods,
            String nextPeriods) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/desk/billing", this::show, Role.STAFF);
        routes.post("/desk/billing/plans", this::put, Role.STAFF);
        routes.post("/desk/billing/plans/remove", this::remove, Role.STAFF);
        routes.post("/desk/billing/run", this::run, Role.STAFF);
    }

    private void show(Context context) {
        String given = Answers.text(context, "month");
        YearMonth month = given.isEmpty() ? billing.monthBefore(clock.instant()) : month(given);
        List<BillingPlan> plans = billing.plans(place(context, "after"), PAGE);
        List<BillingResult.Period> periods = billing.periods(month, place(context, "billed"), PAGE);
        String here = "/desk/billing?month=" + month;
        View view = new View(
                plans,
                plans.size() < PAGE
                        ? ""
                        : here + "&after="
                                + written(
                                        plans.get(PAGE - 1).company(),
                                        plans.get(PAGE - 1).customer()),
                month.toString(),
                periods,
                periods.size() < PAGE
                        ? ""
                        : here + "&billed="
                                + written(
                                        periods.get(PAGE - 1).company(),
                                        periods.get(PAGE - 1).customer()));
        Templates.show(context, "billing", Page.translated(context, "billing.title"), view);
    }

    private static BillingPlace place(Context context, String name) {
        return BillingPlace.parse(Answers.text(context, name));
    }

    private static String written(String company, String customer) {
        return Words.encoded(new BillingPlace(company, customer).written());
    }

    private void put(Context context) {
        acts.run(billing.put(
                new BillingPlan(
                        line(context, "company"),
                        line(context, "customer"),
                        DocumentType.parse(line(context, "type")),
                        line(context, "partner"),
                        line(context, "description"),
                        number(context, "quantity"),
                        number(context, "unit_price"),
                        number(context, "tax_rate")),
                who(context)));
        context.redirect("/desk/billing?done=plan");
    }

    private void remove(Context context) {
        acts.run(billing.remove(line(context, "company"), line(context, "customer"), who(context)));
        context.redirect("/desk/billing?done=removed");
    }

    private void run(Context context) {
        YearMonth month = month(line(context, "month"));
        acts.run(billing.run(month, who(context))).requireAll();
        context.redirect("/desk/billing?done=billed&month=" + month);
    }

    private static YearMonth month(String text) {
        try {
            return YearMonth.parse(text);
        } catch (DateTimeException e) {
            throw Refusal.wrong("'" + text + "' is not a month; write 2026-01");
        }
    }

    private static BigDecimal number(Context context, String name) {
        try {
            return new BigDecimal(line(context, name));
        } catch (NumberFormatException e) {
            throw Refusal.wrong("'" + name + "' must be a number, such as 1200 or 12.50");
        }
    }
}
