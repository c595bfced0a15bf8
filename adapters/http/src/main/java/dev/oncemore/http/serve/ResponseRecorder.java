package dev.oncemore.http.serve;

import dev.oncemore.once.Outcome;

/**
 * Records a response of a {@link IdempotencyFilter#transactional transactional} request that had no transaction of its own: a
 * refusal.
 *
 * <pre>{@code
 * ResponseRecorder recorder = (request, response) -> transactions.run(connection ->
 *         once.operation(request.operation(), StoredResponse.CODEC).build()
 *                 .within(connection).key(request.key()).run(request.payload(), () -> response));
 * }</pre>
 */
@FunctionalInterface
public interface ResponseRecorder {
    /** Runs the request's key with this response in a transaction, and returns the outcome after its commit. */
    Outcome<StoredResponse> record(KeyedRequest request, StoredResponse response);
}
