package dev.oncemore.http.client;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Starts an asynchronous request, and completes the caller's future with its reply or its failure. */
final class Settlement {
    private Settlement() {}

    static <T> void start(
            Retry engine,
            AttemptSender sender,
            LogicalRequest<T> sending,
            @Nullable PushPromiseHandler<T> pushPromiseHandler,
            CompletableFuture<HttpResponse<T>> result,
            BiConsumer<@Nullable Reply<T>, @Nullable Throwable> end) {
        CompletableFuture<Reply<T>> call =
                engine.callAsync(sending.safety(), attempt -> sender.sendAsync(sending, attempt, pushPromiseHandler));
        CompletableFuture<Reply<T>> unused = call.whenComplete((reply, failure) -> {
            sending.abandonBody();
            end.accept(reply, failure);
        });
        // Completing the result, by cancellation or by the caller's own timeout, ends the call.
        CompletableFuture<Boolean> unusedToo =
                result.handle((response, failure) -> !call.isDone() && call.cancel(true));
    }

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
