package dev.oncemore.server.api;

import dev.oncemore.http.serve.KeyedRequest;
import dev.oncemore.http.serve.StoredResponse;
import dev.oncemore.once.Outcome;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActKey;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

/** The answer to a request that acts. With a key, the answer is made and recorded in the transaction of the act. */
final class ActAnswer {
    private final Acts acts;
    private final Context context;

    ActAnswer(Acts acts, Context context) {
        this.acts = acts;
        this.context = context;
    }

    <R> void to(Act<R> act, Function<R, ?> answer, Function<R, Optional<Refusal>> refused) {
        KeyedRequest keyed = KeyedRequest.of(context.req()).orElse(null);
        if (keyed == null) {
            R done = acts.run(act);
            refused.apply(done).ifPresent(refusal -> {
                throw refusal;
            });
            Answers.json(context, answer.apply(done));
            return;
        }
        int status = context.statusCode();
        Outcome<StoredResponse> outcome = acts.run(
                key(keyed),
                act.map(done -> refused.apply(done)
                        .map(refusal ->
                                StoredResponse.of(refusal.status(), Answers.PROBLEM_TYPE, Answers.bytes(refusal)))
                        .orElseGet(() ->
                                StoredResponse.of(status, Answers.JSON_TYPE, Answers.bytes(answer.apply(done))))));
        keyed.settle(outcome);
        // A repetition is answered by the filter.
        if (outcome instanceof Outcome.Done<StoredResponse> done && !done.isReplay()) {
            int own = done.value().status();
            context.status(own).contentType(own == status ? Answers.JSON_TYPE : Answers.PROBLEM_TYPE);
            write(context, done.value().body().toArray());
        }
    }

    /** To the response that the filter holds back; Javalin would copy it through a buffer of 32 KB. */
    private static void write(Context context, byte[] body) {
        try {
            context.res().getOutputStream().write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ActKey<StoredResponse> key(KeyedRequest keyed) {
        return new ActKey<>(keyed.key(), keyed.payload(), StoredResponse.CODEC);
    }
}
