package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.line;
import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.desk.billing.BillingPlace;
import dev.oncemore.desk.billing.BillingPlan;
import dev.oncemore.desk.billing.BillingResult;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.language.Phrasebook;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Monthly billing, for people who don't program. */
public final class BillingPage {
    private static final int PAGE = 100;
    private static final List<String> FIELDS =
            List.of("customer", "type", "partner", "description", "quantity", "unit_price", "tax_rate");

    private final BillingService billing;
    private final Companies companies;
    private final Acts acts;
    private final InstantSource clock;

    /** A page for this billing. */
    public BillingPage(BillingService billing, Companies companies, Acts acts, InstantSource clock) {
        this.billing = billing;
        this.companies = companies;
        this.acts = acts;
        this.clock = clock;
    }

    /**
     * What the page shows.
     *
     * @param typed what the form for a plan holds, by field
     * @param wrong why the last plan was not saved; null when it was
     */
    public record View(
            List<BillingPlan> plans,
            String nextPlans,
            String month,
            List<BillingResult.Period> periods,
            String nextPeriods,
            CompanyField company,
            Map<String, String> typed,
            Phrasebook.@Nullable Said wrong) {
        /** What stands in a field. */
        public String typed(String field) {
            return typed.getOrDefault(field, "");
        }
    }

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/desk/billing", this::show, Role.STAFF);
        routes.post("/desk/billing/plans", this::put, Role.STAFF);
        routes.post("/desk/billing/plans/remove", this::remove, Role.STAFF);
        routes.post("/desk/billing/run", this::run, Role.STAFF);
    }

    private void show(Context context) {
        CompanyField company = CompanyField.of(companies, "");
        show(context, company, Map.of("quantity", "1", "tax_rate", "10"), null);
    }

    private void show(Context context, CompanyField company, Map<String, String> typed, @Nullable String wrong) {
        String given = Answers.text(context, "month");
        YearMonth month = given.isEmpty() ? billing.monthBefore(clock.instant()) : month(given);
        List<BillingPlan> plans = billing.plans(place(context, "after"), PAGE);
        List<BillingResult.Period> periods = billing.periods(month, place(context, "billed"), PAGE);
        String here = "/desk/billing?month=" + month;
        Page page = Page.translated(context, "billing.title");
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
                                        periods.get(PAGE - 1).customer()),
                company,
                typed,
                wrong == null ? null : Phrasebook.say(page.messages(), wrong));
        Templates.show(context, "billing", page, view);
    }

    private static BillingPlace place(Context context, String name) {
        return BillingPlace.parse(Answers.text(context, name));
    }

    private static String written(String company, String customer) {
        return Words.encoded(new BillingPlace(company, customer).written());
    }

    /** Saves a plan. A refusal is shown on the same page, and keeps what was typed. */
    private void put(Context context) {
        Optional<Companies.Doubt> doubt = Optional.empty();
        try {
            doubt = CompanyField.doubt(companies, context);
            if (doubt.isPresent()) {
                throw Refusal.conflict(doubt.get().words());
            }
            acts.run(billing.put(plan(context), CompanyField.ifNew(context), who(context)));
            context.redirect("/desk/billing?done=plan");
        } catch (IllegalArgumentException | Rejected | Refusal e) {
            Refusal refusal = Refusal.of(e);
            ErrorPage.head(context, refusal);
            CompanyField company = CompanyField.of(companies, CompanyField.in(context));
            Map<String, String> typed = new HashMap<>();
            FIELDS.forEach(field -> typed.put(field, line(context, field)));
            show(context, doubt.map(company::doubting).orElse(company), typed, refusal.detail());
        }
    }

    private static BillingPlan plan(Context context) {
        return new BillingPlan(
                CompanyField.in(context),
                line(context, "customer"),
                DocumentType.parse(line(context, "type")),
                line(context, "partner"),
                line(context, "description"),
                number(context, "quantity"),
                number(context, "unit_price"),
                number(context, "tax_rate"));
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
        return BillingPlan.amount(name, line(context, name));
    }
}
