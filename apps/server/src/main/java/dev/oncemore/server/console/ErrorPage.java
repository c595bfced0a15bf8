package dev.oncemore.server.console;

import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.language.Phrasebook;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;

/** What a person sees instead of a page. */
public final class ErrorPage {
    private ErrorPage() {}

    /** Shows it; who has to log in first is led there, and back again afterwards. */
    public static void show(Context context, Refusal refusal) {
        if (refusal.status() == 401) {
            String query = context.queryString();
            String wanted = context.path() + (query == null ? "" : "?" + query);
            context.redirect(wanted.equals("/") ? "/login" : "/login?next=" + Words.encoded(wanted));
            return;
        }
        head(context, refusal);
        if (isForStaff(context)) {
            Page page = Page.translated(context, titleKey(refusal.status()));
            Templates.show(context, "error", page, Phrasebook.say(page.messages(), refusal.detail()));
            return;
        }
        Page page = Page.of(context, refusal.title());
        Templates.show(context, "error", page, new Phrasebook.Said(refusal.detail(), ""));
    }

    /** The status of a refusal, and when to come back. */
    static void head(Context context, Refusal refusal) {
        refusal.retryAfter().ifPresent(wait -> context.header("Retry-After", Long.toString(wait.toSeconds())));
        context.status(refusal.status());
    }

    private static boolean isForStaff(Context context) {
        Role role = Authenticator.of(context).role();
        return context.path().startsWith("/desk") || role == Role.STAFF || role == Role.ANYONE;
    }

    private static String titleKey(int status) {
        return switch (status) {
            case 403, 404, 409, 413, 429, 503 -> "error." + status;
            default -> status < 500 ? "error.400" : "error.500";
        };
    }
}
