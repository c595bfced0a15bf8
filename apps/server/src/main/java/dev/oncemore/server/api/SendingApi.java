package dev.oncemore.server.api;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.DeskShapes.ConnectorList;
import dev.oncemore.server.api.DeskShapes.PauseState;
import dev.oncemore.server.api.DeskShapes.ResentRows;
import dev.oncemore.server.api.DeskShapes.RowLogLine;
import dev.oncemore.server.api.DeskShapes.RowLogPage;
import dev.oncemore.server.api.DeskShapes.WithdrawnRows;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
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

    /** Endpoints for these services. */
    public SendingApi(SheetService sheetService, SendService sendService) {
        this.sheetService = sheetService;
        this.sendService = sendService;
    }

    /** Adds them. */
    public void addTo(ApiRoutes api) {
        api.get("/api/connectors", Role.STAFF, "connectors", "Lists the accounting systems that sheets can go to.")
                .answers(ConnectorList.class)
                .by(context -> new ConnectorList(sendService.connectors()));
        api.post(
                        "/api/sheets/{id}/resend",
                        Role.STAFF,
                        "resendRows",
                        "Sends rows again: those named, of a state, or all in Error and Unknown.")
                .takes(new Fields()
                        .with("rows", Map.of("type", "array", "items", Map.of("type", "integer")))
                        .with("state", Fields.choice(List.of(RowState.ERROR.word(), RowState.UNKNOWN.word()))))
                .answers(202, ResentRows.class)
                .acts(this::resend);
        api.post("/api/sheets/{id}/pause", Role.STAFF, "pauseSheet", "Pauses a sheet.")
                .answers(PauseState.class)
                .acts(this::pause);
        api.post("/api/sheets/{id}/resume", Role.STAFF, "resumeSheet", "Resumes a sheet.")
                .answers(PauseState.class)
                .acts(this::resume);
        api.post("/api/sheets/{id}/cancel", Role.STAFF, "cancelSheet", "Withdraws what was not sent yet.")
                .answers(WithdrawnRows.class)
                .acts(this::cancel);
        api.get(
                        "/api/sheets/{id}/rows/{n}/history",
                        Role.STAFF,
                        "rowHistory",
                        "Lists each attempt and each change of a row.")
                .answers(RowLogPage.class)
                .by(this::history);
        api.get("/api/sheets/{id}/log", Role.STAFF, "sheetLog", "Lists what happened to the rows, in order.")
                .query(
                        "event",
                        Fields.choice(Arrays.stream(RowEvent.values())
                                .map(RowEvent::word)
                                .toList()))
                .query("text", Fields.text("Only lines whose key, words, id or name contain this."))
                .page(PAGE, PAGE_MAX)
                .answers(RowLogPage.class)
                .by(this::log);
    }

    private Sheet sheet(Context context) {
        return sheetService.sheet(context.pathParam("id"));
    }

    private static String who(Context context) {
        return Authenticator.of(context).name();
    }

    private Act<ResentRows> resend(Context context) {
        return sendService
                .resend(sheet(context), chosen(Answers.body(context)), who(context))
                .map(ResentRows::of);
    }

    /** Rows by their numbers, or all that are in a state; without either all in Error and Unknown. */
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

    private Act<PauseState> pause(Context context) {
        return sendService.pause(sheet(context), who(context)).map(done -> new PauseState(true));
    }

    private Act<PauseState> resume(Context context) {
        return sendService.resume(sheet(context), who(context)).map(done -> new PauseState(false));
    }

    private Act<WithdrawnRows> cancel(Context context) {
        return sendService.cancel(sheet(context), who(context)).map(WithdrawnRows::new);
    }

    private RowLogPage history(Context context) {
        int number = Answers.row(context);
        String id = context.pathParam("id");
        sheetService.row(id, number);
        return new RowLogPage(
                sendService.history(id, number).stream().map(RowLogLine::of).toList(), null);
    }

    private RowLogPage log(Context context) {
        String event = Answers.text(context, "event");
        int limit = Answers.number(context, "limit", PAGE, 1, PAGE_MAX);
        List<RowLogEntry> lines = sendService.search(
                sheet(context).id(),
                event.isEmpty() ? null : RowEvent.parse(event),
                Answers.text(context, "text"),
                Answers.text(context, "after"),
                limit);
        return new RowLogPage(lines.stream().map(RowLogLine::of).toList(), Bodies.next(lines, limit, RowLogEntry::id));
    }
}
