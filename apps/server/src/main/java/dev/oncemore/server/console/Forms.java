package dev.oncemore.server.console;

import dev.oncemore.By;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;

/** What the acts on pages have in common. */
final class Forms {
    private Forms() {}

    /** A field of a form, exactly as it was sent; empty when it is not there. */
    static String form(Context context, String name) {
        String value = context.formParam(name);
        return value == null ? "" : value;
    }

    /** A field of one line, without space around it; empty when it is not there. */
    static String line(Context context, String name) {
        return form(context, name).strip();
    }

    /** Who sent a form. */
    static String who(Context context) {
        return Authenticator.of(context).name();
    }

    /** Who sent a form, and why. */
    static By by(Context context) {
        return AuditTrail.by(who(context), form(context, "why"));
    }

    /** Says so when something could not be done any more. */
    static void require(boolean done, String otherwise) {
        if (!done) {
            throw Refusal.conflict(otherwise);
        }
    }

    /** Shows a page. */
    static void show(Context context, String template, String title, Object view) {
        Templates.show(context, template, Page.of(context, title), view);
    }
}
