package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.send.ResendResult;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.language.Phrasebook;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Pages and forms for what happens to a sheet after it was confirmed. */
public final class SendingPage {
    /** Entries of the same moment are sorted by row: their ids have no order that helps. */
    private static final Comparator<RowLogEntry> BY_TIME =
            Comparator.comparing(RowLogEntry::at).thenComparingInt(RowLogEntry::row);

    private static final int PAGE = 200;

    private final SheetService sheetService;
    private final SendService sendService;
    private final Acts acts;

    /** Pages for these services. */
    public SendingPage(SheetService sheetService, SendService sendService, Acts acts) {
        this.sheetService = sheetService;
        this.sendService = sendService;
        this.acts = acts;
    }

    /**
     * What the page of a sheet's log shows.
     *
     * @param path where its sheet is
     * @param title what it is about
     * @param isSearch whether it can be searched
     * @param events what can be chosen
     * @param event what was
     * @param text what was looked for
     * @param lines what was found
     * @param next where it goes on; empty on the last page
     */
    public record LogView(
            String path,
            String title,
            boolean isSearch,
            List<String> events,
            String event,
            String text,
            List<Line> lines,
            String next) {
        /** What happened, and how people say it. */
        public record Line(RowLogEntry entry, Phrasebook.@Nullable Said said) {}
    }

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.post("/desk/sheets/{id}/resend", this::resend, Role.STAFF);
        routes.post(
                "/desk/sheets/{id}/pause",
                context -> act(context, sheet -> sendService.pause(sheet, who(context)), "held"),
                Role.STAFF);
        routes.post(
                "/desk/sheets/{id}/resume",
                context -> act(context, sheet -> sendService.resume(sheet, who(context)), "sent"),
                Role.STAFF);
        routes.post(
                "/desk/sheets/{id}/cancel",
                context -> act(context, sheet -> sendService.cancel(sheet, who(context)), "cancelled"),
                Role.STAFF);
        routes.get("/desk/sheets/{id}/rows/{n}", this::history, Role.STAFF);
        routes.get("/desk/sheets/{id}/log", this::log, Role.STAFF);
    }

    private void act(Context context, Function<Sheet, Act<?>> making, String done) {
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        acts.run(making.apply(sheet));
        context.redirect(path(sheet) + "?done=" + done);
    }

    private static String path(Sheet sheet) {
        return "/desk/sheets/" + Words.encoded(sheet.id());
    }

    private void resend(Context context) {
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        Set<Integer> numbers = new HashSet<>();
        for (String row : context.formParams("row")) {
            try {
                numbers.add(Integer.valueOf(row));
            } catch (NumberFormatException e) {
                throw Refusal.wrong("'" + row + "' is no row");
            }
        }
        boolean isAll = "true".equals(context.formParam("all"));
        if (numbers.isEmpty() && !isAll) {
            throw Refusal.wrong("select rows first, or resend all errors");
        }
        Predicate<SheetRow> chosen = isAll
                ? SendService.open(EnumSet.of(RowState.ERROR, RowState.UNKNOWN))
                : row -> numbers.contains(row.row());
        ResendResult resent = acts.run(sendService.resend(sheet, chosen, who(context)));
        if (resent.rows() == 0) {
            throw Refusal.conflict("none of these rows can be sent as it is; correct them first");
        }
        context.redirect(path(sheet) + "?done=resent");
    }

    private void history(Context context) {
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        int number = Answers.row(context);
        sheetService.row(sheet.id(), number);
        Page page = Page.translated(context, "history.row", number, sheet.fileName());
        show(
                context,
                page,
                new LogView(
                        path(sheet),
                        page.title(),
                        false,
                        List.of(),
                        "",
                        "",
                        lines(page, sendService.history(sheet.id(), number)),
                        ""));
    }

    private void log(Context context) {
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        String event = Answers.text(context, "event");
        String text = Answers.text(context, "text");
        List<RowLogEntry> lines = sendService.search(
                sheet.id(), event.isEmpty() ? null : RowEvent.parse(event), text, Answers.text(context, "after"), PAGE);
        String next = lines.size() < PAGE
                ? ""
                : path(sheet) + "/log?event=" + Words.encoded(event) + "&text=" + Words.encoded(text) + "&after="
                        + Words.encoded(lines.get(lines.size() - 1).id());
        List<String> events =
                Arrays.stream(RowEvent.values()).map(RowEvent::word).toList();
        Page page = Page.translated(context, "history.sheet", sheet.fileName());
        show(
                context,
                page,
                new LogView(path(sheet), page.title(), true, events, event, text, lines(page, lines), next));
    }

    private static List<LogView.Line> lines(Page page, List<RowLogEntry> entries) {
        return entries.stream()
                .sorted(BY_TIME)
                .map(entry -> new LogView.Line(
                        entry, entry.words().isEmpty() ? null : Phrasebook.sayAll(page.messages(), entry.words())))
                .toList();
    }

    private static void show(Context context, Page page, LogView view) {
        Templates.show(context, "rowlog", page, view);
    }
}
