package dev.oncemore.torture.compose;

import dev.oncemore.torture.compose.BankBehaviour.Kind;
import dev.oncemore.torture.compose.Layer.Declared;
import dev.oncemore.torture.compose.Layer.Form;
import dev.oncemore.torture.compose.Layer.OnUnknown;
import dev.oncemore.torture.compose.Spec.LookUp;
import dev.oncemore.torture.compose.Spec.Mode;
import dev.oncemore.torture.compose.Spec.Strike;
import dev.oncemore.torture.compose.Spec.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Generates a history from a seed. Layers are used as the guides say: there are faults, but no misuse. */
final class SpecGenerator {
    private static final int[] SPANS_MILLIS = {0, 0, 1, 5, 40, 150, 400, 900, 1_500, 4_000, 9_000};
    private static final int[] LIMITS_MILLIS = {1, 50, 200, 1_000, 3_000, 10_000};
    private static final OnUnknown[] ON_UNKNOWN = OnUnknown.values();
    private static final Declared[] DECLARED = Declared.values();
    private static final Kind[] KINDS = Kind.values();
    private static final LookUp[] LOOK_UPS = LookUp.values();
    /** Most users call. */
    private static final Mode[] MODES = {
        Mode.CALLS, Mode.CALLS, Mode.CALLS, Mode.CALLS, Mode.CALLS, Mode.CALLS, Mode.TASK, Mode.SAGA
    };

    private static final Wire[] WIRES = Wire.values();
    private static final Transaction.Commit[] COMMITS = Transaction.Commit.values();
    private static final StoreFault.Verb[] VERBS = StoreFault.Verb.values();

    private final SplittableRandom random;

    private SpecGenerator(long seed) {
        random = new SplittableRandom(seed);
    }

    static Spec of(long seed) {
        return new SpecGenerator(seed).spec(seed);
    }

    private Spec spec(long seed) {
        boolean honoursKeys = random.nextInt(3) > 0;
        Mode mode = one(MODES);
        List<Layer> layers = layers(honoursKeys, mode);
        List<BankBehaviour> acts = some(5, this::act);
        List<LookUp> lookUps = some(3, () -> one(LOOK_UPS));
        List<Wire> wire = random.nextBoolean() ? List.of() : some(5, () -> one(WIRES));
        List<Transaction.Commit> commits = random.nextBoolean() ? List.of() : some(4, () -> one(COMMITS));
        List<StoreFault> storeFaults = random.nextBoolean() ? List.of() : some(3, this::storeFault);
        List<Integer> visits = visits();
        int users = visits.size();
        List<Strike> strikes = random.nextInt(4) > 0
                ? List.of()
                : some(2, () -> new Strike(random.nextInt(users), span(), random.nextBoolean()));
        return new Spec(seed, mode, honoursKeys, layers, acts, lookUps, wire, commits, storeFaults, visits, strikes);
    }

    private List<Layer> layers(boolean honoursKeys, Mode mode) {
        int depth = (mode == Mode.CALLS ? 1 : 0) + random.nextInt(4);
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            layers.add(layer());
        }
        return Declarations.corrected(layers, honoursKeys, mode != Mode.CALLS);
    }

    private Layer layer() {
        return switch (random.nextInt(11)) {
            case 6 -> new Layer.Atomic();
            case 0 -> new Layer.Limit(limit());
            case 1, 2, 3 -> retrying();
            case 4, 5 -> http();
            default -> new Layer.Leased(1 + random.nextInt(3), one(ON_UNKNOWN), random.nextInt(4) == 0);
        };
    }

    private Layer retrying() {
        int deadline = random.nextInt(3) > 0 ? 0 : limit();
        int timeout = random.nextInt(3) > 0 ? 0 : limit();
        int form = random.nextInt(8);
        return new Layer.Retrying(
                1 + random.nextInt(4),
                deadline > 0 && timeout > deadline ? 0 : timeout,
                deadline,
                random.nextBoolean(),
                one(DECLARED),
                form == 0 ? Form.HEDGED : form == 1 ? Form.ASYNC : Form.BLOCKING);
    }

    private Layer http() {
        int deadline = random.nextInt(3) > 0 ? 0 : limit();
        int timeout = random.nextInt(3) > 0 ? 0 : limit();
        return new Layer.Http(
                1 + random.nextInt(4),
                deadline > 0 && timeout > deadline ? 0 : timeout,
                deadline,
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextInt(3) == 0,
                one(ON_UNKNOWN));
    }

    private BankBehaviour act() {
        Kind kind = random.nextInt(3) == 0 ? Kind.LOSES_REPLY : one(KINDS);
        return new BankBehaviour(kind, span(), span());
    }

    private StoreFault storeFault() {
        boolean unknown = random.nextBoolean();
        return new StoreFault(
                one(VERBS),
                random.nextInt(3),
                span(),
                unknown,
                unknown && random.nextBoolean(),
                random.nextInt(4) == 0 ? span() : 0);
    }

    private List<Integer> visits() {
        List<Integer> visits = new ArrayList<>();
        visits.add(0);
        int more = random.nextInt(4);
        for (int i = 1; i < more; i++) {
            visits.add(span() + random.nextInt(4) * 500);
        }
        return visits;
    }

    private <T> List<T> some(int most, Supplier<T> made) {
        int count = random.nextInt(most);
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(made.get());
        }
        return list;
    }

    private <T> T one(T[] of) {
        return of[random.nextInt(of.length)];
    }

    private int span() {
        return SPANS_MILLIS[random.nextInt(SPANS_MILLIS.length)];
    }

    private int limit() {
        return LIMITS_MILLIS[random.nextInt(LIMITS_MILLIS.length)];
    }
}
