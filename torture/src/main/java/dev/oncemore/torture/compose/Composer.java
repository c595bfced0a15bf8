package dev.oncemore.torture.compose;

import dev.oncemore.once.Claim;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.torture.compose.Layer.Form;
import dev.oncemore.torture.ledger.Invocation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Builds the nesting of one user: every user is a node of its own, with engines of its own on the shared store. */
final class Composer {
    static final Key DOCUMENT = Scope.of("acme", "pay").key("doc-1");
    private static final String BUSINESS_KEY = "doc-1";
    private static final Payload PAYLOAD = Payload.none();
    private static final Codec<String> CODEC = Codec.text();

    private final World world;

    Composer(World world) {
        this.world = world;
    }

    /** The outermost layer. */
    Step compose() {
        Step step = world.bank;
        for (int i = world.spec.layers().size() - 1; i >= 0; i--) {
            Layer layer = world.spec.layers().get(i);
            Step built = layer instanceof Layer.Limit limit
                    ? limit(limit, step)
                    : layer instanceof Layer.Retrying retrying
                            ? retrying(retrying, step)
                            : leased((Layer.Leased) layer, i, step);
            step = judged(layer.getClass().getSimpleName() + " (layer " + i + ")", built);
        }
        return step;
    }

    /** Whatever a layer says to its caller is compared with what it brought about. */
    private Step judged(String name, Step step) {
        return call -> {
            Invocation own = new Invocation(call.invocation());
            try {
                String receipt = step.run(call.within(own));
                world.trace.add(call.visit().number, name + " answers", receipt);
                world.judge.told(name, receipt);
                return receipt;
            } catch (Throwable told) {
                world.trace.add(call.visit().number, name + " throws", world.trace.isInWords() ? told : "");
                world.judge.told(name, told, own);
                throw told;
            }
        };
    }

    private Step limit(Layer.Limit limit, Step inner) {
        Duration span = Duration.ofMillis(limit.millis());
        return call -> Deadline.within(world.time, span, () -> inner.run(call));
    }

    private Step retrying(Layer.Retrying layer, Step inner) {
        Retry retry = Retry.builder(Policies.of(layer))
                .time(world.time)
                .random(world.random)
                .executor(Runnable::run)
                .build();
        return call -> {
            Safety safety =
                    switch (layer.safety()) {
                        case UNDECLARED -> Safety.undeclared();
                        case IDEMPOTENT -> Safety.idempotent();
                        case KEYED -> Safety.keyed(call.bankKey() == null ? BUSINESS_KEY : call.bankKey());
                    };
            Call below = layer.safety() == Layer.Declared.KEYED ? call.keyed(BUSINESS_KEY) : call;
            if (layer.form() == Form.BLOCKING) {
                return retry.call(safety, () -> inner.run(below));
            }
            return await(call, retry.callAsync(safety, world.time.threads(), attempt -> inner.run(below)));
        };
    }

    private Step leased(Layer.Leased layer, int place, Step inner) {
        Once[] once = new Once[1];
        OnceSettings settings = settings(layer);
        return call -> {
            if (once[0] == null) {
                once[0] = Once.on(world.store, settings.whenUnknown(unknown(layer, place, call)));
            }
            Key key = keyAt(call);
            Outcome<String> outcome = layer.async()
                    ? await(call, once[0].runAsync(key, PAYLOAD, CODEC, claim -> elsewhere(inner, call.under(
                                    key, claim.fence(), claim.downstreamKey())))
                            .toCompletableFuture())
                    : once[0].run(key, PAYLOAD, CODEC, claim -> inner.run(
                            call.under(key, claim.fence(), claim.downstreamKey())));
            world.trace.add(
                    call.visit().number, "Once (layer " + place + ") says", world.trace.isInWords() ? outcome.describe() : "");
            world.judge.told("Once (layer " + place + ")", call.operation(), outcome);
            return outcome.require();
        };
    }

    private OnceSettings settings(Layer.Leased layer) {
        return OnceSettings.standard()
                .lease(Duration.ofSeconds(layer.leaseSeconds()))
                .waitAtMost(Duration.ZERO)
                .time(world.time)
                .random(world.random)
                .ids(world::nextId)
                .executor(world.time.threads());
    }

    /** The bank is asked by the key that it was or would have been called with. */
    private WhenUnknown unknown(Layer.Leased layer, int place, Call call) {
        return switch (layer.unknown()) {
            case PARK -> WhenUnknown.park();
            case RUN_AGAIN -> WhenUnknown.runAgain();
            case RECONCILE -> WhenUnknown.reconcile(claim -> world.bank.find(call, bankKey(claim.key(), place)));
        };
    }

    /** The bank knows the key of the innermost record. */
    private String bankKey(Key key, int place) {
        Key innermost = key;
        for (int i = place + 1; i < world.spec.layers().size(); i++) {
            innermost = world.spec.layers().get(i) instanceof Layer.Leased ? innermost.child("step") : innermost;
        }
        return Claim.downstreamKeyOf(innermost);
    }

    private static Key keyAt(Call call) {
        Call.Hold holds = call.holds();
        return holds == null ? DOCUMENT : holds.key().child("step");
    }

    private CompletableFuture<String> elsewhere(Step inner, Call call) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        world.time.spawn(() -> {
            try {
                stage.complete(inner.run(call));
            } catch (Throwable e) {
                stage.completeExceptionally(e);
            }
        });
        return stage;
    }

    /** A user who waits for a future; one who is interrupted cancels it. */
    private <T> T await(Call call, CompletableFuture<T> future) throws Exception {
        call.visit().cancels.add(() -> future.cancel(true));
        try {
            world.time.await(future);
        } catch (InterruptedException e) {
            future.cancel(true);
            throw e;
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }
}
