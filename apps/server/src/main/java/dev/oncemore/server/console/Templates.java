package dev.oncemore.server.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.javalin.http.Context;
import java.util.Map;

/** The pages, compiled into the jar. */
final class Templates {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    private Templates() {}

    static void show(Context context, String name, Page page, Object view) {
        show(context, name, Map.of("page", page, "view", view));
    }

    static void show(Context context, String name, Map<String, Object> parameters) {
        StringOutput output = new StringOutput();
        ENGINE.render(name + ".jte", parameters, output);
        context.contentType("text/html; charset=utf-8").result(output.toString());
    }
}
