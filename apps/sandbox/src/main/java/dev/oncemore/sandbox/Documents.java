package dev.oncemore.sandbox;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a document from a request, or lists all of its errors. */
final class Documents {
    private static final int TEXT_MAX = 255;
    private static final DateTimeFormatter CREATED_AT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int LINES_MAX = 100;
    private static final Map<String, RoundingMode> ROUNDING = Map.of(
            "omit", RoundingMode.DOWN,
            "round_up", RoundingMode.UP,
            "round", RoundingMode.HALF_UP);
    private static final Set<String> IN_OR_OUT = new TreeSet<>(Set.of("in", "out"));
    private static final Set<String> TITLES = new TreeSet<>(Set.of("御中", "様", "(空白)"));

    private final JsonMapper json;
    private final InstantSource clock;

    Documents(JsonMapper json, InstantSource clock) {
        this.json = json;
        this.clock = clock;
    }

    /**
     * A document made from a request.
     *
     * @param company the id of its company
     * @param number its number
     * @param body the stored and returned body
     * @param wrong the errors of the request; if there are any, the rest is not valid
     */
    record Draft(long company, String number, ObjectNode body, List<String> wrong) {}

    Draft draft(DocumentKind type, JsonNode request) {
        Form form = new Form(request);
        long company = form.id("company_id");
        String number = form.text(type.numberField(), TEXT_MAX);
        String date = form.date(type.dateField());
        String taxEntry = form.choice("tax_entry_method", IN_OR_OUT);
        String fraction = form.choice("tax_fraction", new TreeSet<>(ROUNDING.keySet()));
        form.choice("withholding_tax_entry_method", IN_OR_OUT);
        form.choice("partner_title", TITLES);

        ObjectNode body = json.createObjectNode();
        body.put("company_id", company);
        body.put(type.numberField(), number);
        body.put("subject", request.path("subject").asString(""));
        body.put(type.dateField(), date);
        body.put(type.noteField(), request.path(type.noteField()).asString(""));
        body.put("memo", request.path("memo").asString(""));
        body.put("sending_status", "unsent");
        body.put("payment_status", "unsettled");
        body.put("cancel_status", "uncanceled");
        body.put("deal_status", "unregistered");
        body.put("created_at", CREATED_AT.format(clock.instant().atOffset(ZoneOffset.UTC)));
        body.put("partner_id", request.path("partner_id").asLong(1));
        body.put("partner_display_name", request.path("partner_display_name").asString(""));

        RoundingMode rounding = ROUNDING.getOrDefault(fraction, RoundingMode.DOWN);
        Amounts amounts = lines(form, request.path("lines"), body, new Amounts.Sum(taxEntry.equals("in"), rounding));
        body.put("total_amount", amounts.withTax());
        body.put("amount_including_tax", amounts.withTax());
        body.put("amount_excluding_tax", amounts.withoutTax());
        body.put("amount_tax", amounts.tax());
        if (type == DocumentKind.INVOICE) {
            body.put("amount_brought_forward", BigDecimal.ZERO);
        }
        return new Draft(company, number, body, form.messages());
    }

    private static Amounts lines(Form form, JsonNode lines, ObjectNode body, Amounts.Sum sum) {
        if (!lines.isArray() || lines.isEmpty() || lines.size() > LINES_MAX) {
            form.wrong("lines", "1 to " + LINES_MAX + " lines are required");
        }
        ArrayNode kept = body.putArray("lines");
        for (int i = 0; i < Math.min(lines.size(), LINES_MAX); i++) {
            JsonNode line = lines.path(i);
            Form part = form.part(line, "lines[" + i + "]");
            String description = part.text("description", TEXT_MAX);
            BigDecimal quantity = part.decimal("quantity");
            BigDecimal price = part.decimal("unit_price");
            BigDecimal rate = part.decimal("tax_rate");
            BigDecimal amount = quantity.multiply(price);
            sum.add(amount, rate);
            kept.addObject()
                    .put("id", i + 1)
                    .put("type", line.path("type").asString("item"))
                    .put("description", description)
                    .put("quantity", quantity)
                    .put("unit_price", price.toPlainString())
                    .put("tax_rate", rate)
                    .put("withholding", line.path("withholding").asBoolean(false))
                    .put("amount_excluding_tax", amount);
        }
        return sum.amounts();
    }
}
