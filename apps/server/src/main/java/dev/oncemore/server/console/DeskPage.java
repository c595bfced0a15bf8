package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.DocumentStatus;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.UploadForm;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The document desk, for people who don't program. */
public final class DeskPage {
    private static final int SHEETS = 20;

    private final SheetService sheetService;
    private final SendService sendService;

    /** Pages for this desk. */
    public DeskPage(SheetService sheetService, SendService sendService) {
        this.sheetService = sheetService;
        this.sendService = sendService;
    }

    /** What the first page shows. */
    public record View(
            boolean isConnected,
            List<Sheet> sheets,
            String company,
            String type,
            String number,
            @Nullable String answer,
            List<String> facts,
            String link,
            List<String> connectors) {}

    /** Adds them. */
    public void addTo(RoutesConfig routes) {
        routes.get("/desk", this::overview, Role.STAFF);
        new SheetFilePage(sheetService).addTo(routes);
        routes.post("/desk/sheets", this::take, Role.STAFF);
        routes.get("/desk/sheets/{id}", this::sheet, Role.STAFF);
        routes.post("/desk/sheets/{id}/confirm", this::confirm, Role.STAFF);
        routes.post("/desk/sheets/{id}/rows/{n}", this::correct, Role.STAFF);
        routes.post("/desk/sheets/{id}/rows/{n}/resend", this::resend, Role.STAFF);
    }

    private void overview(Context context) {
        String company = Answers.text(context, "company");
        String type = Answers.text(context, "type");
        String number = Answers.text(context, "number");
        DocumentStatus answer = null;
        if (!number.isEmpty()) {
            answer = sheetService.find(new DocumentName(company, DocumentType.parse(type), number));
        }
        View view = new View(
                sheetService.isConnected(),
                sheetService.latest(SHEETS),
                company,
                type,
                number,
                answer == null ? null : sentence(answer, type, number),
                answer == null ? List.of() : facts(answer),
                answer == null ? "" : answer.link(),
                sendService.connectors());
        Forms.show(context, "desk", "Desk", view);
    }

    private static String sentence(DocumentStatus answer, String type, String number) {
        String what = (type.equals("delivery") ? "delivery slip " : "invoice ") + number;
        return switch (answer.code()) {
            case CREATED ->
                "Yes: " + what + " was created" + (answer.id().isEmpty() ? "." : ", with the id " + answer.id() + ".");
            case NEVER_SEEN -> "No: " + what + " was never sent from here.";
            case EXPIRED -> "Not within 7 days: " + what + " was sent from here before that.";
            case WAITING -> "No: " + what + " waits to be sent.";
            case SENDING -> "Not yet: " + what + " is being sent.";
            case UNKNOWN -> "Unknown: the answer for " + what + " was lost. Resend it, which looks it up first.";
            case FAILED -> "No: " + what + " was sent, and refused.";
        };
    }

    private static List<String> facts(DocumentStatus answer) {
        Instant when = answer.when();
        return when == null
                ? List.of()
                : List.of("Last heard of at " + when + ", sent by " + answer.who()
                        + (answer.error().isEmpty() ? "" : ": " + answer.error()));
    }

    private void take(Context context) {
        Sheet sheet = sheetService.imports().take(UploadForm.of(context), who(context), false);
        sendService.choose(sheet, Forms.line(context, "connector"));
        context.redirect("/desk/sheets/" + sheet.id() + "?done=taken");
    }

    private void sheet(Context context) {
        Sheet sheet = sheetService.sheet(context.pathParam("id"));
        String state = Answers.text(context, "state");
        SheetProgress progress = SheetProgress.of(sendService, sheet);
        SheetView view = SheetView.of(
                sheetService,
                sheet,
                progress.remaining().rows(),
                state.isEmpty() ? null : RowState.parse(state),
                Answers.number(context, "after", 0, 0, Integer.MAX_VALUE));
        if (view.isReloaded()) {
            context.header("Refresh", "3");
        }
        SendingView sending = SendingView.of(progress, view, sendService.isConnected() && sheet.isConfirmed());
        Templates.show(
                context, "sheet", Map.of("page", Page.of(context, sheet.fileName()), "view", view, "sending", sending));
    }

    private void confirm(Context context) {
        String id = context.pathParam("id");
        sheetService.confirm(id, who(context));
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=sent");
    }

    /** Saves a row and, where the sheet was sent already and nothing is wrong any more, sends it again. */
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
        boolean isFine = sheetService.isFine(id, sheetService.correct(id, number, values, who(context)));
        boolean isSent = isFine && sheetService.sheet(id).isConfirmed();
        if (isSent) {
            sheetService.resend(id, number, who(context));
        }
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=" + (isSent ? "resent" : "corrected"));
    }

    private void resend(Context context) {
        String id = context.pathParam("id");
        sheetService.resend(id, Answers.row(context), who(context));
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=resent");
    }
}
