package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.DocumentStatus;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.send.SheetQueries;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.FileWork;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Principal;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.DeskShapes.DocumentInfo;
import dev.oncemore.server.api.DeskShapes.RowInfo;
import dev.oncemore.server.api.DeskShapes.RowPage;
import dev.oncemore.server.api.DeskShapes.SheetInfo;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.UploadForm;
import io.javalin.http.Context;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoints of the document desk. */
public final class DeskApi {
    private static final int PAGE = 100;
    private static final int PAGE_MAX = 1_000;
    private static final int CHARACTERS_MAX = 500_000;
    static final List<String> DOCUMENT_TYPES =
            Arrays.stream(DocumentType.values()).map(DocumentType::word).toList();

    private final SheetService sheetService;
    private final SendService sendService;
    private final SheetCallbacks callbacks;

    /** Endpoints for this desk. */
    public DeskApi(SheetService sheetService, SendService sendService, SheetCallbacks callbacks) {
        this.sheetService = sheetService;
        this.sendService = sendService;
        this.callbacks = callbacks;
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
                .by(context -> show(sheetService.queries(), context.pathParam("id")));
        api.post("/api/sheets/{id}/confirm", Role.STAFF, "confirmSheet", "Sends every document without errors.")
                .answers(SheetInfo.class)
                .acts(this::confirm);
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
                .acts(this::correct);
        api.post("/api/sheets/{id}/rows/{n}/resend", Role.STAFF, "resendRow", "Sends the document of a row again.")
                .answers(202, RowInfo.class)
                .acts(this::resend);
        new SheetFileApi(sheetService).addTo(api);
        api.get("/api/documents/{company}/{type}/{number}", Role.STAFF, "document", "Has this document been created?")
                .answers(DocumentInfo.class)
                .by(this::document);
    }

    private static Fields uploadFields() {
        return new Fields()
                .require("file", Map.of("type", "string", "format", "binary"))
                .require("company", Fields.text("Such as comp1.", 1, 60))
                .with("new_company", Fields.choice(List.of("true", "false")))
                .require("type", Fields.choice(DOCUMENT_TYPES))
                .with("connector", Fields.text("The accounting system; the first one if left out."))
                .with("confirm", Fields.choice(List.of("true", "false")))
                .with("callback", Fields.callback())
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
        // Before anything of the form is read.
        try (FileWork.Place place =
                sheetService.imports().files().enter(Authenticator.of(context).name())) {
            return take(context, place);
        }
    }

    private SheetInfo take(Context context, FileWork.Place place) {
        UploadForm.requireSmallFields(context);
        boolean isConfirmed = context.isMultipartFormData() && isConfirmed(context);
        String given = context.isMultipartFormData() ? context.formParam("connector") : null;
        String connector = given == null ? "" : given.strip();
        if (isConfirmed || !connector.isEmpty()) {
            sendService.requireConnector(connector);
        }
        Principal sender = Authenticator.of(context);
        String who = sender.name();
        URI callback = callbacks.of(context);
        Sheet sheet = sheetService
                .imports()
                .take(
                        place,
                        UploadForm.of(context),
                        who,
                        true,
                        taken -> next(taken, connector, callback, isConfirmed, sender));
        return show(sheetService.queries(), sheet.id());
    }

    private Act<Boolean> next(
            Sheet sheet, String connector, @Nullable URI callback, boolean isConfirmed, Principal sender) {
        Act<Boolean> chosen = sendService.choose(sheet, connector);
        Act<Boolean> called = callbacks.add(sheet.id(), callback, sender);
        Act<Boolean> confirmed = sheetService.confirm(sheet.id(), sender.name());
        return here -> {
            chosen.in(here);
            called.in(here);
            return isConfirmed && confirmed.in(here);
        };
    }

    /** Documents that are sent cannot be called back, and those that wait for a word are not sent: guess neither. */
    private static boolean isConfirmed(Context context) {
        Answers.requireKnownFields(context, context.formParamMap().keySet());
        return UploadForm.isTrue(context, "confirm");
    }

    private Act<SheetInfo> confirm(Context context) {
        String id = context.pathParam("id");
        return sheetService
                .confirm(id, Authenticator.of(context).name())
                .then((here, done) -> show(sheetService.queries().within(here), id));
    }

    private static SheetInfo show(SheetQueries queries, String id) {
        Sheet sheet = queries.sheet(id);
        SheetProgress progress = queries.progress(sheet);
        Map<RowState, Integer> counts = queries.counts(id);
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
                queries.total(sheet),
                queries.warnings(id));
    }

    private RowPage rows(Context context) {
        String state = Answers.text(context, "state");
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        RowState wanted = state.isEmpty() ? null : RowState.parse(state);
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        List<RowInfo> rows = new ArrayList<>();
        Integer after = Answers.number(context, "after", 0, 0, Integer.MAX_VALUE);
        int characters = 0;
        // Bit by bit: a page of the longest cells ends early, with a place to go on from.
        while (after != null && rows.size() < limit && characters < CHARACTERS_MAX) {
            int some = Math.min(PAGE, limit - rows.size());
            List<SheetRow> page = sheetService.rows(sheet.id(), wanted, after, some);
            for (SheetRow row : page) {
                rows.add(RowInfo.of(sheet, row));
                characters += row.message().length()
                        + row.cells().values().stream().mapToInt(String::length).sum();
            }
            after = Bodies.next(page, some, SheetRow::row);
        }
        return new RowPage(rows, after);
    }

    private Act<RowInfo> correct(Context context) {
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
        return sheetService
                .correct(
                        id,
                        Answers.row(context),
                        values,
                        Authenticator.of(context).name())
                .then((here, row) ->
                        RowInfo.of(sheetService.queries().within(here).sheet(id), row));
    }

    private Act<RowInfo> resend(Context context) {
        String id = context.pathParam("id");
        int number = Answers.row(context);
        return sheetService.resend(id, number, Authenticator.of(context).name()).then((here, done) -> {
            SheetQueries now = sheetService.queries().within(here);
            return RowInfo.of(now.sheet(id), now.row(id, number));
        });
    }

    private DocumentInfo document(Context context) {
        DocumentName name = new DocumentName(
                DocumentName.normal(context.pathParam("company")),
                DocumentType.parse(context.pathParam("type")),
                context.pathParam("number"));
        DocumentStatus status = sheetService.find(name);
        return DocumentInfo.of(name, status, sheetService.near(name, status));
    }
}
