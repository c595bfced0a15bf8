package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.By;
import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.SheetCallbacks;
import dev.oncemore.server.language.Phrasebook;
import dev.oncemore.server.web.Answers;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The document desk, for people who don't program. */
public final class DeskPage {
    private final SheetService sheetService;
    private final SendService sendService;
    private final Acts acts;
    private final DeskList list;
    private final UploadPage uploads;

    /** Pages for this desk. */
    public DeskPage(SheetService sheetService, SendService sendService, SheetCallbacks callbacks, Acts acts) {
        this.sheetService = sheetService;
        this.sendService = sendService;
        this.acts = acts;
        this.list = new DeskList(sheetService, sendService, callbacks);
        this.uploads = new UploadPage(sheetService, sendService, callbacks, list);
    }

    /**
     * What the first page shows.
     *
     * @param isMoving whether any of these sheets is being sent
     * @param isArchived whether these are the archived ones
     * @param archived how many are archived
     * @param chosen what the form for a new sheet holds
     * @param wrong why the last upload was refused; null when it was not
     * @param hasCallbacks whether somebody can be told when a sheet has settled
     */
    public record View(
            boolean isConnected,
            List<Line> sheets,
            boolean isMoving,
            boolean isArchived,
            int archived,
            Chosen chosen,
            Phrasebook.@Nullable Said wrong,
            Question question,
            List<String> connectors,
            boolean hasCallbacks) {}

    /**
     * A sheet in the list.
     *
     * @param state its state as an icon and a word
     * @param words how many of its rows stand where
     * @param amount its total without tax
     * @param ended how many of its rows have come to an end
     */
    public record Line(
            Sheet sheet,
            String state,
            String words,
            String amount,
            int rows,
            int ended,
            int underWay,
            boolean needsYou) {}

    /** What was chosen for a new sheet. */
    public record Chosen(CompanyField company, String type, String connector, boolean checksCreated, String callback) {}

    /** A document that was asked for, and the answer; null when none was. */
    public record Question(
            String company,
            String type,
            String number,
            @Nullable String answer,
            String when,
            String who,
            String link,
            Phrasebook.@Nullable Said error,
            List<Near> near) {}

    /** A document like the one that was asked for, and where to ask for it. */
    public record Near(String words, String path) {}

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get("/desk", this::overview, Role.STAFF);
        new SheetFilePage(sheetService, sendService, acts).addTo(routes);
        uploads.addTo(routes);
        routes.get("/desk/sheets/{id}", this::sheet, Role.STAFF);
        routes.post("/desk/sheets/{id}/confirm", this::confirm, Role.STAFF);
        routes.post("/desk/sheets/{id}/rows/{n}", this::correct, Role.STAFF);
        routes.post("/desk/sheets/{id}/rows/{n}/resend", this::resend, Role.STAFF);
        routes.post("/desk/sheets/{id}/archive", context -> archive(context, true), Role.STAFF);
        routes.post("/desk/sheets/{id}/unarchive", context -> archive(context, false), Role.STAFF);
        routes.get(
                "/desk/help",
                context -> Templates.show(context, "help", Page.translated(context, "help.title"), "help"),
                Role.STAFF);
    }

    private void overview(Context context) {
        CompanyField company = CompanyField.of(sheetService.companies(), "");
        list.show(context, Page.translated(context, "desk.title"), new Chosen(company, "invoice", "", false, ""), null);
    }

    private void archive(Context context, boolean isArchived) {
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        By by = By.person(who(context), isArchived ? "archived on the desk" : "shown again on the desk");
        acts.run(sheetService.list().archive(sheet, isArchived, by));
        context.redirect(isArchived ? "/desk?done=archived" : "/desk?done=unarchived");
    }

    private void sheet(Context context) {
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        String state = Answers.text(context, "state");
        SheetProgress progress = sheetService.queries().progress(sheet);
        Page page = Page.translated(context, "sheet.title", sheet.fileName());
        SheetView view = SheetView.of(
                sheetService,
                sheet,
                page.messages(),
                progress.remaining().rows(),
                state.isEmpty() ? null : RowState.parse(state),
                Answers.number(context, "after", 0, 0, Integer.MAX_VALUE));
        SendingView sending =
                SendingView.of(progress, view, sendService.isConnected() && sheet.isConfirmed(), page.messages());
        Templates.show(context, "sheet", Map.of("page", page, "view", view, "sending", sending));
    }

    private void confirm(Context context) {
        String id = context.pathParam("id");
        acts.run(sheetService.confirm(id, who(context)));
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=sent");
    }

    /** Saves a row and, where the sheet was sent already and nothing is wrong or to be asked any more, sends it again. */
    private void correct(Context context) {
        String id = context.pathParam("id");
        int number = Answers.row(context);
        Map<Column, String> values = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            String value = context.formParam(column.word());
            if (value != null) {
                values.put(column, value);
            }
        }
        boolean isFine = sheetService.isFine(id, acts.run(sheetService.correct(id, number, values, who(context))));
        Sheet sheet = sheetService.sheet(id);
        boolean isToSend = isFine && sheet.isConfirmed();
        boolean isAsked = isToSend && sheetService.imports().isAsking(sheet);
        if (isToSend && !isAsked) {
            acts.run(sheetService.resend(id, number, who(context)));
        }
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done="
                + (isAsked ? "asked#questions" : isToSend ? "resent" : "corrected"));
    }

    private void resend(Context context) {
        String id = context.pathParam("id");
        acts.run(sheetService.resend(id, Answers.row(context), who(context)));
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=resent");
    }
}
