package dev.oncemore.server.serve;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.operations.Rejected;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.console.ErrorPage;
import dev.oncemore.server.door.BodyFailure;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.TrustedProxies;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import tools.jackson.databind.exc.JsonNodeException;

/** Handling common to all requests: headers, size limits, authentication, and responses to failures. */
final class CommonRoutes {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");

    /** The SQL state of text that PostgreSQL cannot store. */
    private static final String NOT_IN_REPERTOIRE = "22021";

    private static final int CAUSES_MAX = 20;

    private CommonRoutes() {}

    static void addTo(RoutesConfig routes, Authenticator authenticator, TrustedProxies proxies) {
        ReadPlaces reads = new ReadPlaces(ResponseBudget.ofHeap(), proxies);
        routes.beforeMatched(authenticator::check);
        routes.beforeMatched(reads::enter);
        routes.after(reads::made);
        routes.exception(Refusal.class, (refusal, context) -> refuse(context, refusal));
        routes.exception(Rejected.class, (rejected, context) -> refuse(context, Refusal.of(rejected)));
        routes.exception(
                IllegalArgumentException.class,
                (failure, context) -> refuse(context, Refusal.wrong(String.valueOf(failure.getMessage()))));
        // A value that a handler cannot read, such as a number beyond 64 bits.
        routes.exception(
                JsonNodeException.class,
                (failure, context) ->
                        refuse(context, Refusal.wrong("a value does not fit: " + failure.getOriginalMessage())));
        routes.exception(
                HttpResponseException.class,
                (failure, context) -> refuse(
                        context,
                        failure.getStatus() == 404
                                ? Refusal.notFound("there is no " + context.method() + " " + context.path())
                                : Refusal.of(failure.getStatus(), String.valueOf(failure.getMessage()))));
        routes.exception(Exception.class, (failure, context) -> {
            Optional<BodyFailure> body = BodyFailure.of(context.req());
            if (body.isPresent()) {
                refuseBody(context, body.get());
                return;
            }
            Optional<Refusal> ofClient = ofClient(failure);
            if (ofClient.isPresent()) {
                context.status(ofClient.get().status());
                refuse(context, ofClient.get());
                return;
            }
            LOG.log(Level.ERROR, "no answer to " + context.method() + " " + context.path(), failure);
            context.status(500);
            refuse(context, Refusal.broken());
        });
    }

    /** Failures that any client can cause, such as a form that is not one. They are not logged. */
    private static Optional<Refusal> ofClient(Throwable failure) {
        Throwable cause = failure;
        boolean isOutermost = true;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (cause instanceof HttpException http && http.getCode() >= 400 && http.getCode() < 500) {
                return Optional.of(Refusal.of(http.getCode(), "the form is incomplete, or not valid"));
            }
            if (cause instanceof StoreException store && isOutermost) {
                // A lock that a second attempt met says nothing about the first, whose outcome is unknown.
                isOutermost = false;
                if (store.classification().kind() == FailureKind.THROTTLED) {
                    return Optional.of(Refusal.busy("others are changing the same, or too much at once; try again"));
                }
            }
            if (cause instanceof SQLException sql && NOT_IN_REPERTOIRE.equals(sql.getSQLState())) {
                return Optional.of(Refusal.wrong("a text has a character that the store cannot keep, such as U+0000"));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /** Not logged: any client can send a malformed body. */
    private static void refuseBody(Context context, BodyFailure failure) {
        context.header("Connection", "close");
        refuse(
                context,
                failure.status() == 413
                        ? Refusal.tooLarge(failure.detail())
                        : Refusal.of(failure.status(), failure.detail()));
    }

    private static void refuse(Context context, Refusal refusal) {
        if (Answers.isForProgram(context)) {
            Answers.problem(context, refusal);
        } else {
            ErrorPage.show(context, refusal);
        }
    }
}
