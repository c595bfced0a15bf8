package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.send.ResendResult;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** The endpoints for what happens to a sheet after it was confirmed. */
public final class SendingApi {
    private static final int PAGE = 100;
    private static final int PAGE_MAX = 1_000;

    private final SheetService sheetService;
    private final SendService sendService;

    /** Endpoints for this post room. */
    public SendingApi(SheetService sheetService, SendService sendService) {
        this.sheetService = sheetService;
        this.sendService = sendService;
    }

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/api/connectors",
                context -> Answers.json(context, Map.of("connectors", sendService.connectors())),
                Role.STAFF);
        routes.post("/api/sheets/{id}/resend", this::resend, Role.STAFF);
        routes.post("/api/sheets/{id}/pause", this::pause, Role.STAFF);
        routes.post("/api/sheets/{id}/resume", this::resume, Role.STAFF);
        routes.post("/api/sheets/{id}/cancel", this::cancel, Role.STAFF);
        routes.get("/api/sheets/{id}/rows/{n}/history", this::history, Role.STAFF);
        routes.get("/api/sheets/{id}/log", this::log, Role.STAFF);
    }

    private Sheet sheet(Context context) {
        return sheetService.sheet(context.pathParam("id"));
    }

    private static String who(Context context) {
        return Authenticator.of(context).name();
    }

    private void resend(Context context) {
        Sheet sheet = sheet(context);
        ResendResult resent = sendService.resend(sheet, chosen(Answers.body(context)), who(context));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", resent.rows());
        fields.put("documents", resent.documents());
        fields.put("skipped", resent.reasons());
        context.status(202);
        Answers.json(context, fields);
    }

    /** Rows by their numbers, or all that are in a state; without either all that need somebody. */
    private static Predicate<SheetRow> chosen(JsonNode body) {
        JsonNode rows = body.path("rows");
        if (rows.isArray()) {
            Set<Integer> numbers = new HashSet<>();
            rows.forEach(row -> {
                if (!row.isInt()) {
                    throw Refusal.wrong("'rows' is a list of row numbers, such as [2, 5]");
                }
                numbers.add(row.asInt());
            });
            return row -> numbers.contains(row.row());
        }
        if (body.has("rows")) {
            throw Refusal.wrong("'rows' is a list of row numbers, such as [2, 5]");
        }
        String state = Bodies.text(body, "state");
        Set<RowState> states =
                state == null ? EnumSet.of(RowState.ERROR, RowState.UNKNOWN) : EnumSet.of(RowState.parse(state));
        return SendService.open(states);
    }

    private void pause(Context context) {
        sendService.pause(sheet(context), who(context));
        Answers.json(context, Map.of("paused", true));
    }

    private void resume(Context context) {
        sendService.resume(sheet(context), who(context));
        Answers.json(context, Map.of("paused", false));
    }

    private void cancel(Context context) {
        Answers.json(context, Map.of("rows", sendService.cancel(sheet(context), who(context))));
    }

    private void history(Context context) {
        int number = Answers.row(context);
        String id = context.pathParam("id");
        sheetService.row(id, number);
        Answers.json(
                context,
                Map.of(
                        "lines",
                        sendService.history(id, number).stream()
                                .map(SendingApi::line)
                                .toList()));
    }

    private void log(Context context) {
        String event = Answers.text(context, "event");
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<RowLogEntry> lines = sendService.search(
                sheet(context).id(),
                event.isEmpty() ? null : RowEvent.parse(event),
                Answers.text(context, "text"),
                Answers.text(context, "after"),
                limit);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("lines", lines.stream().map(SendingApi::line).toList());
        if (lines.size() == limit) {
            fields.put("next", lines.get(lines.size() - 1).id());
        }
        Answers.json(context, fields);
    }

    private static Map<String, Object> line(RowLogEntry line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", line.event().word());
        fields.put("timestamp", line.at().toString());
        fields.put("who", line.who());
        fields.put("docType", line.docType());
        fields.put("rowNumber", line.row());
        fields.put("idempotencyKey", line.key());
        fields.put("revision", line.revision());
        if (line.attempt() > 0) {
            fields.put("attempt", line.attempt());
        }
        if (line.httpStatus() > 0) {
            fields.put("httpStatus", line.httpStatus());
        }
        if (!line.documentId().isEmpty()) {
            fields.put("documentId", line.documentId());
        }
        if (!line.words().isEmpty()) {
            boolean isChange = line.event() == RowEvent.ROW_EDITED || line.event() == RowEvent.ROW_RESENT;
            fields.put(isChange ? "change" : "error", line.words());
        }
        return fields;
    }
}
