package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.by;
import static dev.oncemore.server.console.Forms.form;
import static dev.oncemore.server.console.Forms.require;
import static dev.oncemore.server.console.Forms.show;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.RecordName;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.language.Language;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.LetterPlace;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.time.Durations;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages' addresses. Acts are forms that are posted and answered with the way to a page, so that a reload repeats nothing. */
public final class Console {
    private static final int AUDIT_PAGE = 100;
    private static final int RATE_MAX = 10_000;

    /** Two slashes lead elsewhere, and so does what browsers read as that: backslashes, or a tab between slashes. */
    private static final Pattern OWN_PAGE = Pattern.compile("/(?!/)[!-~&&[^\\\\]]{0,2000}");

    private static final int SELECTED_MAX = 500;
    private static final Set<String> LETTER_PARAMETERS =
            Set.of("queue", "kind", "signature", "from", "before", "discarded", "after", "done");

    private final Operations operations;
    private final Acts acts;
    private final Authenticator authenticator;

    /** A console for these operations. */
    public Console(Operations operations, Acts acts, Authenticator authenticator) {
        this.operations = operations;
        this.acts = acts;
        this.authenticator = authenticator;
    }

    /** Adds the pages. */
    public void addTo(RoutesConfig routes) {
        Assets.addTo(routes);
        routes.get("/login", context -> login(context, ""), Role.ANYONE);
        routes.post("/login", this::logIn, Role.ANYONE);
        routes.post("/logout", this::logOut, Role.ANYONE);
        routes.post("/language", Console::chooseLanguage, Role.ANYONE);
        routes.get("/dead", this::dead, Role.VIEWER);
        routes.get("/dead/redrive", this::askRedrive, Role.OPERATOR);
        routes.post("/dead/redrive", this::redriveAll, Role.OPERATOR);
        routes.post("/dead/selected", this::selected, Role.OPERATOR);
        routes.get("/dead/{id}", this::letter, Role.VIEWER);
        routes.post("/dead/{id}/edit", this::edit, Role.OPERATOR);
        routes.post("/dead/{id}/redrive", this::redrive, Role.OPERATOR);
        routes.post("/dead/{id}/discard", this::discard, Role.OPERATOR);
        routes.post("/dead/{id}/restore", this::restore, Role.OPERATOR);
        routes.get("/queues", context -> show(context, "queues", "Queues", QueuesPage.view(operations)), Role.VIEWER);
        routes.post("/queues/{queue}/pause", this::pause, Role.OPERATOR);
        routes.post("/queues/{queue}/resume", this::resume, Role.OPERATOR);
        routes.get("/tasks", context -> context.redirect("/tasks/" + Words.encoded(taskId(context))), Role.VIEWER);
        routes.get("/tasks/{id}", this::task, Role.VIEWER);
        routes.post("/tasks/{id}/cancel", this::cancel, Role.OPERATOR);
        routes.post("/records/resolve", this::resolve, Role.OPERATOR);
        routes.get("/audit", this::audit, Role.ADMIN);
    }

    private static void login(Context context, String wrong) {
        Templates.show(
                context,
                "login",
                Map.of(
                        "page",
                        Page.translated(context, "login.title"),
                        "next",
                        Answers.text(context, "next"),
                        "wrong",
                        wrong));
    }

    private void logIn(Context context) {
        if (authenticator
                .logIn(context, form(context, "name"), form(context, "password"))
                .isEmpty()) {
            context.status(401);
            login(context, "login.wrong");
            return;
        }
        context.redirect(next(context));
    }

    private static String next(Context context) {
        String next = form(context, "next");
        return OWN_PAGE.matcher(next).matches() ? next : "/";
    }

    private static void chooseLanguage(Context context) {
        Language.find(form(context, "language")).ifPresent(language -> language.choose(context));
        context.redirect(next(context));
    }

    private void logOut(Context context) {
        authenticator.logOut(context);
        context.redirect("/login");
    }

    /** A filter that is mistyped must not show all letters, with a button that redrives them. */
    private static void requireKnown(Context context) {
        Answers.requireKnown("parameter", context.queryParamMap().keySet(), LETTER_PARAMETERS);
    }

    private void dead(Context context) {
        requireKnown(context);
        DeadLetters.Filter filter = LetterPlace.filter(context::queryParam);
        show(context, "dead", "Dead letters", DeadPage.view(operations, filter, context.queryParam("after")));
    }

    private void askRedrive(Context context) {
        requireKnown(context);
        DeadLetters.Filter filter = LetterPlace.filter(context::queryParam);
        show(context, "redrive", "Redrive", RedrivePage.view(operations, filter, context));
    }

    private void selected(Context context) {
        List<String> ids = context.formParams("id").stream().distinct().toList();
        if (ids.isEmpty() || ids.size() > SELECTED_MAX) {
            throw Refusal.wrong("select 1 to " + SELECTED_MAX + " letters; for more, redrive the whole filter");
        }
        boolean isDiscard = form(context, "act").equals("discard");
        int done = acts.run(
                isDiscard ? operations.discardThese(ids, by(context)) : operations.redriveThese(ids, by(context)));
        require(done > 0, "none of these dead letters exists any more");
        String query = LetterPlace.query(LetterPlace.filter(context::formParam));
        context.redirect("/dead?" + query + (query.isEmpty() ? "" : "&") + "done="
                + (isDiscard ? "discarded-these" : "redriven-these"));
    }

    private void letter(Context context) {
        show(context, "letter", "Dead letter", LetterPage.view(operations, context.pathParam("id"), context));
    }

    private void edit(Context context) {
        String id = context.pathParam("id");
        long fence;
        try {
            fence = Long.parseLong(form(context, "fence"));
        } catch (NumberFormatException e) {
            throw Refusal.wrong("the form has no fence; load the page again");
        }
        require(
                acts.run(operations.editLetter(id, fence, form(context, "payload"), by(context))),
                "somebody else changed this letter since you loaded it; your text was not saved, load the page again");
        context.redirect("/dead/" + Words.encoded(id) + "?done=edited");
    }

    private void redrive(Context context) {
        String id = context.pathParam("id");
        require(acts.run(operations.redrive(id, by(context))), "this dead letter does not exist any more");
        context.redirect("/tasks/" + Words.encoded(id) + "?done=redriven");
    }

    private void redriveAll(Context context) {
        int perSecond;
        try {
            perSecond = Integer.parseInt(form(context, "perSecond"));
        } catch (NumberFormatException e) {
            perSecond = 0;
        }
        if (perSecond < 1 || perSecond > RATE_MAX) {
            throw Refusal.wrong("the rate must be from 1 to " + RATE_MAX);
        }
        String task = acts.run(operations.redriveAll(LetterPlace.filter(context::formParam), perSecond, by(context)));
        context.redirect("/tasks/" + Words.encoded(task) + "?done=redriving");
    }

    private void discard(Context context) {
        String id = context.pathParam("id");
        require(acts.run(operations.discard(id, by(context))), "this dead letter does not exist any more");
        context.redirect("/dead/" + Words.encoded(id) + "?done=discarded");
    }

    private void restore(Context context) {
        String id = context.pathParam("id");
        require(acts.run(operations.restore(id, by(context))), "it is not discarded any more");
        context.redirect("/dead/" + Words.encoded(id) + "?done=restored");
    }

    private void pause(Context context) {
        String span = form(context, "for");
        acts.run(operations.pauseQueue(
                context.pathParam("queue"), span.isBlank() ? null : Durations.parse(span), by(context)));
        context.redirect("/queues?done=paused");
    }

    private void resume(Context context) {
        acts.run(operations.resumeQueue(context.pathParam("queue"), by(context)));
        context.redirect("/queues?done=resumed");
    }

    private void task(Context context) {
        show(context, "task", "Task", TaskPage.view(operations, context.pathParam("id")));
    }

    private void cancel(Context context) {
        String id = context.pathParam("id");
        require(acts.run(operations.cancelTask(id, by(context))), "it has ended");
        context.redirect("/tasks/" + Words.encoded(id) + "?done=cancelled");
    }

    private void resolve(Context context) {
        Key key = RecordName.read(form(context, "scope"), form(context, "key"));
        Act<Boolean> act = "true".equals(form(context, "happened"))
                ? operations.resolveAsHappened(
                        key, form(context, "response"), resource(form(context, "resource")), by(context))
                : operations.resolveAsNotHappened(key, by(context));
        require(acts.run(act), "the record is not unknown any more");
        context.redirect("/records?scope=" + Words.encoded(key.scope().written()) + "&key=" + Words.encoded(key.value())
                + "&done=resolved");
    }

    private void audit(Context context) {
        List<AuditTrail.Line> lines = operations.audit(Answers.text(context, "before"), AUDIT_PAGE);
        String next =
                lines.size() < AUDIT_PAGE ? "" : lines.get(lines.size() - 1).id();
        Templates.show(context, "audit", Map.of("page", Page.of(context, "Audit"), "lines", lines, "next", next));
    }

    private static @Nullable Resource resource(String text) {
        String[] parts = text.strip().split("\\s+", 2);
        return parts.length == 2 ? new Resource(parts[0], parts[1]) : null;
    }

    private static String taskId(Context context) {
        String id = Answers.text(context, "id");
        if (id.isEmpty()) {
            throw Refusal.wrong("'id' is missing: the id of a task, as the pages and the log show it");
        }
        return id;
    }
}
