package dev.oncemore.server.api;

import dev.oncemore.desk.billing.BillingPlace;
import dev.oncemore.desk.billing.BillingPlan;
import dev.oncemore.desk.billing.BillingResult;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.DeskShapes.BillingRun;
import dev.oncemore.server.api.DeskShapes.PeriodInfo;
import dev.oncemore.server.api.DeskShapes.PeriodList;
import dev.oncemore.server.api.DeskShapes.PlanInfo;
import dev.oncemore.server.api.DeskShapes.PlanList;
import dev.oncemore.server.api.DeskShapes.Removed;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The endpoints of monthly billing. */
public final class BillingApi {
    private static final int PAGE = 500;

    private final BillingService billing;

    /** Endpoints for this billing. */
    public BillingApi(BillingService billing) {
        this.billing = billing;
    }

    /** Adds them. */
    public void addTo(ApiRoutes api) {
        api.get("/api/billing/plans", Role.STAFF, "billingPlans", "Lists what each customer is billed every month.")
                .page(PAGE, PAGE)
                .answers(PlanList.class)
                .by(this::plans);
        api.put("/api/billing/plans/{company}/{customer}", Role.STAFF, "putBillingPlan", "Adds or changes a plan.")
                .takes(new Fields()
                        .with("type", Fields.choice(DeskApi.DOCUMENT_TYPES))
                        .with("new_company", Fields.flag("true for a company that was never used."))
                        .require("partner", Fields.text("Whom it is for.", 1, 200))
                        .require("description", Fields.text("What the line is about.", 1, 200))
                        .require("quantity", Map.of("type", "number"))
                        .require("unit_price", Map.of("type", "number"))
                        .require("tax_rate", Map.of("type", "number", "minimum", 0, "maximum", 100)))
                .answers(PlanInfo.class)
                .acts(this::put);
        api.delete("/api/billing/plans/{company}/{customer}", Role.STAFF, "removeBillingPlan", "Removes a plan.")
                .answers(Removed.class)
                .acts(this::remove);
        api.get("/api/billing/periods/{month}", Role.STAFF, "billedPeriods", "Lists who was billed for a month.")
                .page(PAGE, PAGE)
                .answers(PeriodList.class)
                .by(this::periods);
        api.post(
                        "/api/billing/periods/{month}/run",
                        Role.STAFF,
                        "runBilling",
                        "Bills every customer who was not billed for the month yet.")
                .answers(BillingRun.class)
                .acts(this::run, BillingApi::answer, BillingApi::refusal);
    }

    private PlanList plans(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE);
        List<BillingPlan> page = billing.plans(BillingPlace.parse(Answers.text(context, "after")), limit);
        return new PlanList(
                page.stream().map(PlanInfo::of).toList(),
                Bodies.next(page, limit, plan -> new BillingPlace(plan.company(), plan.customer()).written()));
    }

    private Act<PlanInfo> put(Context context) {
        JsonNode body = Answers.body(context);
        BillingPlan plan = new BillingPlan(
                context.pathParam("company"),
                context.pathParam("customer"),
                DocumentType.parse(body.path("type").asString("invoice")),
                body.path("partner").asString(""),
                body.path("description").asString(""),
                number(body, "quantity"),
                number(body, "unit_price"),
                number(body, "tax_rate"));
        return billing.put(
                        plan,
                        Companies.IfNew.of(body.path("new_company").asBoolean(false)),
                        Authenticator.of(context).name())
                .map(done -> PlanInfo.of(plan));
    }

    private static BigDecimal number(JsonNode body, String name) {
        return BillingPlan.amount(name, body.path(name).asString(""));
    }

    private Act<Removed> remove(Context context) {
        return billing.remove(
                        context.pathParam("company"),
                        context.pathParam("customer"),
                        Authenticator.of(context).name())
                .map(Removed::new);
    }

    private PeriodList periods(Context context) {
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE);
        List<BillingResult.Period> page =
                billing.periods(month(context), BillingPlace.parse(Answers.text(context, "after")), limit);
        return new PeriodList(
                page.stream().map(PeriodInfo::of).toList(),
                Bodies.next(page, limit, period -> new BillingPlace(period.company(), period.customer()).written()));
    }

    private Act<BillingResult> run(Context context) {
        return billing.run(month(context), Authenticator.of(context).name());
    }

    private static BillingRun answer(BillingResult billed) {
        return new BillingRun(billed.documents(), billed.earlier(), billed.sheets());
    }

    private static Optional<Refusal> refusal(BillingResult billed) {
        return billed.problem().map(Refusal::wrong);
    }

    /** As {@code 2026-01}. */
    private static YearMonth month(Context context) {
        try {
            return YearMonth.parse(context.pathParam("month"));
        } catch (DateTimeException e) {
            throw Refusal.wrong("'" + context.pathParam("month") + "' is not a month; write 2026-01");
        }
    }
}
