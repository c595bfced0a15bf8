package dev.oncemore.server.console;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetTemplate;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Attachments;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Files that people take from the desk, and how those are read that they bring. */
final class SheetFilePage {
    private final SheetService sheetService;
    private final SendService sendService;
    private final Acts acts;

    SheetFilePage(SheetService sheetService, SendService sendService, Acts acts) {
        this.sheetService = sheetService;
        this.sendService = sendService;
        this.acts = acts;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/desk/template/{type}", this::template, Role.STAFF);
        routes.get("/desk/sheets/{id}/download", this::download, Role.STAFF);
        routes.post("/desk/sheets/{id}/reading", this::readAgain, Role.STAFF);
        routes.post("/desk/sheets/{id}/answers", this::answer, Role.STAFF);
    }

    private void template(Context context) {
        DocumentType type = DocumentType.parse(context.pathParam("type"));
        Attachments.send(context, SheetTemplate.file(type, context.queryParam("format")));
    }

    private void download(Context context) {
        Attachments.send(
                context,
                sheetService.download(
                        context.pathParam("id"), "failed".equals(context.queryParam("only")), Forms.who(context)));
    }

    /** Answers, and where the sheet was sent already sends the corrected rows that waited for it. */
    private void answer(Context context) {
        String id = context.pathParam("id");
        List<Question> asked = sheetService.imports().questions(id);
        String seen = context.formParam("seen");
        if (seen != null && !seen.equals(QuestionView.seen(asked))) {
            throw Refusal.conflict("this sheet was changed at the same time; try again");
        }
        Map<Question.Code, String> answers = new EnumMap<>(Question.Code.class);
        for (Question.Code code : Question.Code.values()) {
            String answer = context.formParam(code.word());
            if (answer != null) {
                answers.putAll(Question.answers(code.word() + "=" + answer));
            }
        }
        String who = Forms.who(context);
        Sheet sheet = sheetService.imports().answer(sheetService.sheet(id), asked, answers, who);
        if (sheet.isConfirmed()) {
            acts.run(sendService.resend(sheet, row -> row.reason() == RowReason.CORRECTED, who));
        }
        context.redirect(
                "/desk/sheets/" + Words.encoded(id) + "?done=" + (sheet.isConfirmed() ? "resent" : "answered"));
    }

    private void readAgain(Context context) {
        String id = context.pathParam("id");
        sheetService
                .imports()
                .readAgain(sheetService.sheet(id), ReadOptions.of(context::formParam), Forms.who(context));
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=read");
    }
}
