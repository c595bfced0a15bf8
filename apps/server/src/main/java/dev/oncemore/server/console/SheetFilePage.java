package dev.oncemore.server.console;

import dev.oncemore.server.access.Role;
import dev.oncemore.server.desk.Attachments;
import dev.oncemore.server.desk.DocumentType;
import dev.oncemore.server.desk.ReadOptions;
import dev.oncemore.server.desk.SheetService;
import dev.oncemore.server.desk.Template;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Files that people take from the desk, and how those are read that they bring. */
final class SheetFilePage {
    private final SheetService desk;

    SheetFilePage(SheetService desk) {
        this.desk = desk;
    }

    void addTo(RoutesConfig routes) {
        routes.get("/desk/template/{type}", this::template, Role.STAFF);
        routes.get("/desk/sheets/{id}/download", this::download, Role.STAFF);
        routes.post("/desk/sheets/{id}/reading", this::readAgain, Role.STAFF);
    }

    private void template(Context context) {
        DocumentType type = DocumentType.parse(context.pathParam("type"));
        Attachments.send(context, Template.file(type, context.queryParam("format")));
    }

    private void download(Context context) {
        Attachments.send(context, desk.download(context.pathParam("id"), "failed".equals(context.queryParam("only"))));
    }

    private void readAgain(Context context) {
        String id = context.pathParam("id");
        desk.intake().readAgain(desk.sheet(id), ReadOptions.of(context::formParam), Forms.who(context));
        context.redirect("/desk/sheets/" + Words.encoded(id) + "?done=read");
    }
}
