package dev.oncemore.http.serve;

import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Key;
import jakarta.servlet.ServletRequest;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request with a key whose effect is on the database of the records, see {@link IdempotencyFilter#transactional}. Its
 * handler runs claim, effect and response in one transaction, and settles the request after the commit:
 *
 * <pre>{@code
 * KeyedRequest keyed = KeyedRequest.of(request).orElseThrow();
 * keyed.settle(transactions.run(connection -> once.operation(keyed.operation(), StoredResponse.CODEC).build()
 *         .within(connection).key(keyed.key())
 *         .run(keyed.payload(), () -> StoredResponse.of(201, "application/json", pay(connection)))));
 * }</pre>
 *
 * <p>If this was the first request with its key, the handler's own response is sent, which must be the recorded one, with
 * its status; otherwise the filter sends what the outcome says.
 */
public final class KeyedRequest {
    static final String ATTRIBUTE = KeyedRequest.class.getName();

    private final Key key;
    private final Payload payload;
    private @Nullable Outcome<StoredResponse> outcome;

    KeyedRequest(Key key, Payload payload) {
        this.key = key;
        this.payload = payload;
    }

    /** The key of a request; empty if it has none, or its effect runs under a lease. */
    public static Optional<KeyedRequest> of(ServletRequest request) {
        return Optional.ofNullable((KeyedRequest) request.getAttribute(ATTRIBUTE));
    }

    /** The key, in the scope of its caller and route. */
    public Key key() {
        return key;
    }

    /** The name of the operation that the key belongs to: the route. */
    public String operation() {
        return key.scope().operation();
    }

    /** What identifies the request. */
    public Payload payload() {
        return payload;
    }

    /** Hands the outcome of the committed transaction to the filter. */
    public void settle(Outcome<StoredResponse> committed) {
        outcome = Objects.requireNonNull(committed, "committed");
    }

    @Nullable
    Outcome<StoredResponse> outcome() {
        return outcome;
    }
}
