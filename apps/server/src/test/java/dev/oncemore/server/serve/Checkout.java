package dev.oncemore.server.serve;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.saga.Saga;

/** A saga that needs a person: it cannot go on, and one of its steps cannot be taken back. */
final class Checkout {
    private Checkout() {}

    static Saga<String> stuck(RetryPolicy policy) {
        return Saga.of("checkout", String.class)
                .step("stock", (order, run) -> order)
                .undo((order, run) -> {})
                .step("payment", (order, run) -> order)
                .undo(
                        (order, run) -> {
                            throw new UnsupportedOperationException("refunds are closed");
                        },
                        policy)
                .step("shipping", (order, run) -> {
                    throw new UnsupportedOperationException("no carrier goes there");
                })
                .retry(policy)
                .build();
    }
}
