package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.DocumentStatus;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.UploadForm;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The endpoints of the document desk. */
public final class DeskApi {
    private static final int PAGE = 100;
    private static final int PAGE_MAX = 1_000;

    private final SheetService sheetService;
    private final SendService sendService;

    /** Endpoints for this desk. */
    public DeskApi(SheetService sheetService, SendService sendService) {
        this.sheetService = sheetService;
        this.sendService = sendService;
    }

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.post("/api/sheets", this::take, Role.STAFF);
        routes.get("/api/sheets/{id}", context -> show(context, context.pathParam("id")), Role.STAFF);
        routes.post("/api/sheets/{id}/confirm", this::confirm, Role.STAFF);
        routes.get("/api/sheets/{id}/rows", this::rows, Role.STAFF);
        routes.put("/api/sheets/{id}/rows/{n}", this::correct, Role.STAFF);
        routes.post("/api/sheets/{id}/rows/{n}/resend", this::resend, Role.STAFF);
        new SheetFileApi(sheetService).addTo(routes);
        routes.get("/api/documents/{company}/{type}/{number}", this::document, Role.STAFF);
    }

    private void take(Context context) {
        boolean isConfirmed = context.isMultipartFormData() && isConfirmed(context);
        String given = context.isMultipartFormData() ? context.formParam("connector") : null;
        String connector = given == null ? "" : given.strip();
        if (isConfirmed || !connector.isEmpty()) {
            sendService.requireConnector(connector);
        }
        Sheet sheet = sheetService
                .imports()
                .take(UploadForm.of(context), Authenticator.of(context).name(), true);
        sendService.choose(sheet, connector);
        if (isConfirmed) {
            sheetService.confirm(sheet.id(), Authenticator.of(context).name());
        }
        context.status(201);
        show(context, sheet.id());
    }

    /** Documents that are sent cannot be called back, and those that wait for a word are not sent: guess neither. */
    private static boolean isConfirmed(Context context) {
        Answers.requireKnownFields(context, context.formParamMap().keySet());
        String confirm = context.formParam("confirm");
        if (confirm == null || confirm.isBlank() || confirm.equals("false")) {
            return false;
        }
        if (!confirm.equals("true")) {
            throw Refusal.wrong("'confirm' is '" + confirm + "', but must be true, to send at once, or false");
        }
        return true;
    }

    private void confirm(Context context) {
        String id = context.pathParam("id");
        sheetService.confirm(id, Authenticator.of(context).name());
        show(context, id);
    }

    private void show(Context context, String id) {
        Sheet sheet = sheetService.sheet(id);
        SheetProgress progress = SheetProgress.of(sendService, sheet);
        Map<RowState, Integer> counts = sheetService.counts(id);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("company", sheet.company());
        fields.put("type", sheet.type().word());
        fields.put("file", sheet.fileName());
        fields.put("encoding", sheet.reading().encoding());
        fields.put("who", sheet.who());
        fields.put("createdAt", sheet.createdAt().toString());
        fields.put("confirmed", sheet.isConfirmed());
        fields.put("rows", counts.values().stream().mapToInt(Integer::intValue).sum());
        fields.put("underWay", progress.remaining().rows());
        fields.put("connector", progress.connector());
        fields.put("paused", progress.isPaused());
        if (sheet.isConfirmed()) {
            fields.put("remaining", progress.remaining().sentence());
        }
        Map<String, Integer> states = new LinkedHashMap<>();
        counts.forEach((state, count) -> states.put(state.word(), count));
        fields.put("states", states);
        fields.put("total", sheetService.total(sheet));
        fields.put("warnings", sheetService.imports().warnings(id));
        Answers.json(context, fields);
    }

    private void rows(Context context) {
        String state = Answers.text(context, "state");
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<SheetRow> page = sheetService.rows(
                context.pathParam("id"),
                state.isEmpty() ? null : RowState.parse(state),
                Answers.number(context, "after", 0, 0, Integer.MAX_VALUE),
                limit);
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", page.stream().map(row -> row(sheet, row)).toList());
        if (page.size() == limit) {
            fields.put("next", page.get(page.size() - 1).row());
        }
        Answers.json(context, fields);
    }

    private static Map<String, Object> row(Sheet sheet, SheetRow row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("row", row.row());
        fields.put("state", row.state().word());
        fields.put("message", row.message());
        fields.put("documentId", row.documentId());
        fields.put(
                "key",
                row.document().isEmpty()
                        ? ""
                        : new DocumentName(sheet.company(), sheet.type(), row.document())
                                .key()
                                .value());
        if (row.sentAt() != null) {
            fields.put("sentAt", row.sentAt().toString());
        }
        Map<String, String> cells = new LinkedHashMap<>();
        row.cells().forEach((column, value) -> cells.put(column.word(), value));
        fields.put("cells", cells);
        return fields;
    }

    private void correct(Context context) {
        JsonNode body = Answers.body(context);
        Map<Column, String> values = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            if (body.has(column.word())) {
                values.put(column, body.path(column.word()).asString(""));
            }
        }
        if (values.isEmpty()) {
            throw Refusal.wrong("send the cells to change, such as {\"date\":\"2026-01-31\"}");
        }
        String id = context.pathParam("id");
        SheetRow row = sheetService.correct(
                id, Answers.row(context), values, Authenticator.of(context).name());
        Answers.json(context, row(sheetService.sheet(id), row));
    }

    private void resend(Context context) {
        String id = context.pathParam("id");
        int number = Answers.row(context);
        sheetService.resend(id, number, Authenticator.of(context).name());
        context.status(202);
        Answers.json(context, row(sheetService.sheet(id), sheetService.row(id, number)));
    }

    private void document(Context context) {
        DocumentName name = new DocumentName(
                context.pathParam("company"),
                DocumentType.parse(context.pathParam("type")),
                context.pathParam("number"));
        Answers.json(context, document(name, sheetService.find(name)));
    }

    /** Yes or no first. */
    private static Map<String, Object> document(DocumentName name, DocumentStatus answer) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("created", answer.isCreated());
        fields.put("answer", answer.words());
        fields.put("key", name.key().value());
        if (answer.when() != null) {
            fields.put("when", answer.when().toString());
            fields.put("who", answer.who());
        }
        if (!answer.id().isEmpty()) {
            fields.put("id", answer.id());
        }
        if (!answer.link().isEmpty()) {
            fields.put("link", answer.link());
        }
        if (!answer.error().isEmpty()) {
            fields.put("error", answer.error());
        }
        return fields;
    }
}
