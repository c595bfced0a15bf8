package dev.oncemore.torture.compose;

import dev.oncemore.once.Claim;
import dev.oncemore.once.Codec;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.torture.compose.Layer.Form;
import dev.oncemore.torture.ledger.Invocation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Builds the layers for one user: each user is a node with its own engines on the shared store. */
final class Composer {
    private static final int LEASE_SECONDS = 2;
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
            step = judged(layer.getClass().getSimpleName() + " (layer " + i + ")", built(layer, i, step));
        }
        return step;
    }

    private Step built(Layer layer, int place, Step inner) {
        if (layer instanceof Layer.Limit limit) {
            return limit(limit, inner);
        }
        if (layer instanceof Layer.Retrying retrying) {
            return retrying(retrying, inner);
        }
        if (layer instanceof Layer.Http http) {
            return new HttpLayer(world, this, http, place, inner);
        }
        if (layer instanceof Layer.Lying lying) {
            return lying(lying.lie(), inner);
        }
        if (layer instanceof Layer.Atomic) {
            return new AtomicLayer(world, settings(LEASE_SECONDS), inner);
        }
        return leased((Layer.Leased) layer, place, inner);
    }

    /** Compares a layer's result with the effects that it caused. */
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
            Call below = layer.safety() == Layer.Declared.KEYED ? call.keyed(Keys.BUSINESS_KEY) : call;
            Safety safety = safety(layer, below.bankKey());
            if (layer.form() == Form.BLOCKING) {
                return retry.call(safety, () -> inner.run(below));
            }
            return await(call, retry.callAsync(safety, world.time.threads(), attempt -> inner.run(below)));
        };
    }

    private static Safety safety(Layer.Retrying layer, @Nullable String key) {
        return switch (layer.safety()) {
            case UNDECLARED -> Safety.undeclared();
            case IDEMPOTENT -> Safety.idempotent();
            case KEYED -> Safety.keyed(key == null ? Keys.BUSINESS_KEY : key);
        };
    }

    private Step leased(Layer.Leased layer, int place, Step inner) {
        String name = "Once (layer " + place + ")";
        Operation<String> operation = Once.on(world.store, settings(layer.leaseSeconds()))
                .operation(Keys.LEASED, CODEC)
                .whenUnknown(whenUnknown(layer.unknown()))
                .build();
        return call -> {
            Key key = Keys.ofRecord(call);
            KeyedOperation<String> keyed = operation.key(key);
            if (layer.unknown() == Layer.OnUnknown.RECONCILE) {
                keyed = keyed.whenUnknown(claim -> world.bank.find(
                        call, Keys.ofBank(world.spec.layers(), place, claim.key(), claim.downstreamKey())));
            }
            Outcome<String> outcome = layer.async()
                    ? await(
                            call,
                            keyed.runAsync(PAYLOAD, claim -> elsewhere(inner, under(call, claim)))
                                    .toCompletableFuture())
                    : keyed.run(PAYLOAD, claim -> inner.run(under(call, claim)));
            world.trace.add(call.visit().number, name + " says", world.trace.isInWords() ? outcome.describe() : "");
            world.judge.told(name, call.operation(), outcome);
            judgeReplay(name, key, outcome);
            return outcome.require();
        };
    }

    private static Call under(Call call, Claim claim) {
        return call.under(claim.key(), claim.fence(), claim.downstreamKey());
    }

    private void judgeReplay(String name, Key key, Outcome<String> outcome) {
        Bytes kept = world.kept.get(key);
        if (kept != null && outcome instanceof Outcome.Done<String> done && done.isReplay()) {
            world.judge.replayed(name, new String(kept.toArray(), StandardCharsets.UTF_8), done.value());
        }
    }

    OnceSettings settings(int leaseSeconds) {
        return OnceSettings.standard()
                .lease(Duration.ofSeconds(leaseSeconds))
                .waitAtMost(Duration.ZERO)
                .time(world.time)
                .random(world.random)
                .ids(world::nextId)
                .executor(world.time.threads());
    }

    /** The policy that is declared for all calls; a reconciler belongs to one call. */
    static WhenUnknown whenUnknown(Layer.OnUnknown unknown) {
        return unknown == Layer.OnUnknown.RUN_AGAIN ? WhenUnknown.RUN_AGAIN : WhenUnknown.PARK;
    }

    private Step lying(Layer.Lie lie, Step inner) {
        return call -> {
            switch (lie) {
                case INVENTS -> {
                    return "receipt-0-99";
                }
                case HANGS -> world.time.await(new CompletableFuture<>());
                case REPEATS -> inner.run(call.received(null, new Call.Request(call.request())));
                default -> {}
            }
            try {
                return inner.run(lie == Layer.Lie.REPEATS ? call.received(null, new Call.Request(null)) : call);
            } catch (Exception e) {
                throw switch (lie) {
                    case FORGETS_DOUBT -> new BankException(BankBehaviour.Kind.FORBIDDEN);
                    case CALLS_IT_TRANSIENT -> new BankException(BankBehaviour.Kind.UNAVAILABLE);
                    default -> e;
                };
            }
        };
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

    /** Waits for a future; on an interrupt it is cancelled. */
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
