package dev.oncemore.server.api;

import dev.oncemore.desk.billing.BillingPlan;
import dev.oncemore.desk.billing.BillingResult;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The endpoints of monthly billing. */
public final class BillingApi {
    private final BillingService billing;

    /** Endpoints for this billing. */
    public BillingApi(BillingService billing) {
        this.billing = billing;
    }

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get("/api/billing/plans", this::plans, Role.STAFF);
        routes.put("/api/billing/plans/{company}/{customer}", this::put, Role.STAFF);
        routes.delete("/api/billing/plans/{company}/{customer}", this::remove, Role.STAFF);
        routes.get("/api/billing/periods/{month}", this::periods, Role.STAFF);
        routes.post("/api/billing/periods/{month}/run", this::run, Role.STAFF);
    }

    private void plans(Context context) {
        Answers.json(
                context,
                Map.of("plans", billing.plans().stream().map(BillingApi::plan).toList()));
    }

    private static Map<String, Object> plan(BillingPlan plan) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("company", plan.company());
        fields.put("customer", plan.customer());
        fields.put("type", plan.type().word());
        fields.put("partner", plan.partner());
        fields.put("description", plan.description());
        fields.put("quantity", plan.quantity());
        fields.put("unit_price", plan.unitPrice());
        fields.put("tax_rate", plan.taxRate());
        return fields;
    }

    private void put(Context context) {
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
        billing.put(plan, Authenticator.of(context).name());
        Answers.json(context, plan(plan));
    }

    private static BigDecimal number(JsonNode body, String name) {
        try {
            return new BigDecimal(body.path(name).asString(""));
        } catch (NumberFormatException e) {
            throw Refusal.wrong("'" + name + "' must be a number, such as 1200 or \"12.50\"");
        }
    }

    private void remove(Context context) {
        billing.remove(
                context.pathParam("company"),
                context.pathParam("customer"),
                Authenticator.of(context).name());
        Answers.json(context, Map.of("removed", true));
    }

    private void periods(Context context) {
        Answers.json(
                context,
                Map.of(
                        "periods",
                        billing.periods(month(context)).stream()
                                .map(BillingApi::period)
                                .toList()));
    }

    private static Map<String, Object> period(BillingResult.Period period) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("company", period.company());
        fields.put("customer", period.customer());
        fields.put("start", period.start().toString());
        fields.put("end", period.end().toString());
        fields.put("number", period.number());
        fields.put("sheet", period.sheet());
        fields.put("at", period.at().toString());
        return fields;
    }

    private void run(Context context) {
        BillingResult billed =
                billing.run(month(context), Authenticator.of(context).name());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("documents", billed.documents());
        fields.put("billedBefore", billed.earlier());
        fields.put("sheets", billed.sheets());
        Answers.json(context, fields);
    }

    /** As {@code 2026-01}. */
    private static YearMonth month(Context context) {
        try {
            return YearMonth.parse(context.pathParam("month"));
        } catch (DateTimeException e) {
            throw Refusal.wrong("'" + context.pathParam("month") + "' is no month; write 2026-01");
        }
    }
}
