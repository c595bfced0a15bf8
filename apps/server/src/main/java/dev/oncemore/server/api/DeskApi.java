package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.DeskShapes.DocumentInfo;
import dev.oncemore.server.api.DeskShapes.RowInfo;
import dev.oncemore.server.api.DeskShapes.RowPage;
import dev.oncemore.server.api.DeskShapes.SheetInfo;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.UploadForm;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The endpoints of the document desk. */
public final class DeskApi {
    private static final int PAGE = 100;
    private static final int PAGE_MAX = 1_000;
    static final List<String> DOCUMENT_TYPES =
            Arrays.stream(DocumentType.values()).map(DocumentType::word).toList();

    private final SheetService sheetService;
    private final SendService sendService;

    /** Endpoints for this desk. */
    public DeskApi(SheetService sheetService, SendService sendService) {
        this.sheetService = sheetService;
        this.sendService = sendService;
    }

    /** Adds them. */
    public void addTo(ApiRoutes api) {
        api.post(
                        "/api/sheets",
                        Role.STAFF,
                        "takeSheet",
                        "Takes a workbook (.xlsx) or CSV file in, and sends it once confirmed.")
                .takesForm(uploadFields())
                .answers(201, SheetInfo.class)
                .by(this::take);
        api.get("/api/sheets/{id}", Role.STAFF, "sheet", "Shows a sheet, with the number of rows in each state.")
                .answers(SheetInfo.class)
                .by(context -> show(context.pathParam("id")));
        api.post("/api/sheets/{id}/confirm", Role.STAFF, "confirmSheet", "Sends every document without errors.")
                .answers(SheetInfo.class)
                .by(this::confirm);
        api.get("/api/sheets/{id}/rows", Role.STAFF, "sheetRows", "Lists rows in their order.")
                .query(
                        "state",
                        Fields.choice(Arrays.stream(RowState.values())
                                .map(RowState::word)
                                .toList()))
                .query("after", Fields.number(0, Integer.MAX_VALUE))
                .query("limit", Fields.number(1, PAGE_MAX, PAGE))
                .answers(RowPage.class)
                .by(this::rows);
        api.put(
                        "/api/sheets/{id}/rows/{n}",
                        Role.STAFF,
                        "correctRow",
                        "Changes the cells of a row in Error; sends nothing.")
                .takes(columns("The new value."))
                .answers(RowInfo.class)
                .by(this::correct);
        api.post("/api/sheets/{id}/rows/{n}/resend", Role.STAFF, "resendRow", "Sends the document of a row again.")
                .answers(202, RowInfo.class)
                .by(this::resend);
        new SheetFileApi(sheetService).addTo(api);
        api.get("/api/documents/{company}/{type}/{number}", Role.STAFF, "document", "Has this document been created?")
                .answers(DocumentInfo.class)
                .by(this::document);
    }

    private static Fields uploadFields() {
        return new Fields()
                .require("file", Map.of("type", "string", "format", "binary"))
                .require("company", Fields.text("Such as comp1.", 1, 60))
                .require("type", Fields.choice(DOCUMENT_TYPES))
                .with("connector", Fields.text("The accounting system; the first one if left out."))
                .with("confirm", Fields.choice(List.of("true", "false")))
                .and(SheetFileApi.readOptions())
                .and(columns("The heading of this column, or its place from 1."));
    }

    private static Fields columns(String description) {
        Fields fields = new Fields();
        for (Column column : Column.values()) {
            fields.with(column.word(), Fields.text(description));
        }
        return fields;
    }

    private SheetInfo take(Context context) {
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
        return show(sheet.id());
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

    private SheetInfo confirm(Context context) {
        String id = context.pathParam("id");
        sheetService.confirm(id, Authenticator.of(context).name());
        return show(id);
    }

    private SheetInfo show(String id) {
        Sheet sheet = sheetService.sheet(id);
        SheetProgress progress = SheetProgress.of(sendService, sheet);
        Map<RowState, Integer> counts = sheetService.counts(id);
        Map<String, Integer> states = new LinkedHashMap<>();
        counts.forEach((state, count) -> states.put(state.word(), count));
        return new SheetInfo(
                id,
                sheet.company(),
                sheet.type().word(),
                sheet.fileName(),
                sheet.reading().encoding(),
                sheet.who(),
                sheet.createdAt(),
                sheet.isConfirmed(),
                counts.values().stream().mapToInt(Integer::intValue).sum(),
                progress.remaining().rows(),
                progress.connector(),
                progress.isPaused(),
                sheet.isConfirmed() ? progress.remaining().sentence() : null,
                states,
                sheetService.total(sheet),
                sheetService.imports().warnings(id));
    }

    private RowPage rows(Context context) {
        String state = Answers.text(context, "state");
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<SheetRow> page = sheetService.rows(
                context.pathParam("id"),
                state.isEmpty() ? null : RowState.parse(state),
                Answers.number(context, "after", 0, 0, Integer.MAX_VALUE),
                limit);
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        return new RowPage(
                page.stream().map(row -> RowInfo.of(sheet, row)).toList(), Bodies.next(page, limit, SheetRow::row));
    }

    private RowInfo correct(Context context) {
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
        return RowInfo.of(sheetService.sheet(id), row);
    }

    private RowInfo resend(Context context) {
        String id = context.pathParam("id");
        int number = Answers.row(context);
        sheetService.resend(id, number, Authenticator.of(context).name());
        return RowInfo.of(sheetService.sheet(id), sheetService.row(id, number));
    }

    private DocumentInfo document(Context context) {
        DocumentName name = new DocumentName(
                context.pathParam("company"),
                DocumentType.parse(context.pathParam("type")),
                context.pathParam("number"));
        return DocumentInfo.of(name, sheetService.find(name));
    }
}
