package dev.oncemore.torture.compose;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A cache of policies: there are a few hundred of them, and millions of histories. */
final class Policies {
    static final int HEDGE_MILLIS = 30;
    private static final Map<Layer.Retrying, RetryPolicy> BUILT = new ConcurrentHashMap<>();

    private static final Map<Layer.Http, RetryPolicy> OF_CLIENTS = new ConcurrentHashMap<>();

    private Policies() {}

    static RetryPolicy of(Layer.Retrying layer) {
        return BUILT.computeIfAbsent(layer, Policies::build);
    }

    static RetryPolicy of(Layer.Http layer) {
        return OF_CLIENTS.computeIfAbsent(
                layer,
                key -> build(new Layer.Retrying(
                        layer.attempts(),
                        layer.timeoutMillis(),
                        layer.deadlineMillis(),
                        true,
                        Layer.Declared.UNDECLARED,
                        Layer.Form.BLOCKING)));
    }

    private static RetryPolicy build(Layer.Retrying layer) {
        RetryPolicy.Builder policy = RetryPolicy.named("fuzz")
                .maxAttempts(layer.attempts())
                .backoff(Backoff.exponential(Duration.ofMillis(50)))
                .noAttemptTimeout()
                .noDeadline()
                .unlimitedBudget()
                .nested(layer.retriesInside() ? Nesting.RETRY : Nesting.SINGLE_ATTEMPT);
        if (layer.timeoutMillis() > 0) {
            policy.attemptTimeout(Duration.ofMillis(layer.timeoutMillis()));
        }
        if (layer.deadlineMillis() > 0) {
            policy.deadline(Duration.ofMillis(layer.deadlineMillis()));
        }
        if (layer.form() == Layer.Form.HEDGED) {
            policy.hedge(Hedge.after(Duration.ofMillis(HEDGE_MILLIS)));
        }
        return policy.build();
    }
}
