package dev.oncemore.http.client;

import dev.oncemore.retry.GaveUpException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Completes the caller's future with the reply of an asynchronous request, or with its failure. */
final class Settlement {
    private Settlement() {}

    static <T> boolean settle(
            LogicalRequest<T> sending,
            CompletableFuture<HttpResponse<T>> result,
            @Nullable Reply<T> answer,
            @Nullable Throwable failure) {
        Reply<T> reply = answer == null && failure instanceof GaveUpException e ? Unanswered.reply(e) : answer;
        if (reply == null) {
            return result.completeExceptionally(
                    failure instanceof GaveUpException e ? Unanswered.of(e, sending.replayable()) : failure(failure));
        }
        CompletionStage<Boolean> unused = reply.deliver().handle((response, broken) -> {
            boolean taken = broken == null ? result.complete(response) : result.completeExceptionally(failure(broken));
            if (!taken) {
                reply.close();
            }
            return taken;
        });
        return true;
    }

    private static Throwable failure(@Nullable Throwable failure) {
        return failure == null ? new IllegalStateException("a call ends with a reply or a failure") : failure;
    }
}
