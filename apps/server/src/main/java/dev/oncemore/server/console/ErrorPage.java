package dev.oncemore.server.console;

import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import java.util.Map;

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
        refusal.retryAfter().ifPresent(wait -> context.header("Retry-After", Long.toString(wait.toSeconds())));
        context.status(refusal.status());
        Templates.show(context, "error", Map.of("page", Page.of(context, refusal.title()), "detail", refusal.detail()));
    }
}
