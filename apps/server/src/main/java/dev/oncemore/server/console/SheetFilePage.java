package dev.oncemore.server.console;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.SheetTemplate;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Attachments;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Files that people take from the desk, and how those are read that they bring. */
final class SheetFilePage {
    private final SheetService sheetService;

    SheetFilePage(SheetService sheetService) {
        this.sheetService = sheetService;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/desk/template/{type}", this::template, Role.STAFF);
        routes.get("/desk/sheets/{id}/download", this::download, Role.STAFF);
        routes.post("/desk/sheets/{id}/reading", this::readAgain, Role.STAFF);
    }

    private void template(Context context) {
        DocumentType type = DocumentType.parse(context.pathParam("type"));
        Attachments.send(context, SheetTemplate.file(type, context.queryParam("format")));
    }

    private void download(Context context) {
        Attachments.send(
                context, sheetService.download(context.pathParam("id"), "failed".equals(context.queryParam("only"))));
    }

    private void readAgain(Context context) {
        String id = context.pathParam("id");
        sheetService
                .imports()
                .readAgain(sheetService.sheet(id), ReadOptions.of(context::formParam), Forms.who(context));
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=read");
    }
}
