package dev.oncemore.torture.compose;

import dev.oncemore.torture.net.Violation;
import dev.oncemore.torture.sim.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Shrinks a history that breaks a promise to the smallest one that still breaks the same promise. */
final class Shrinker {
    private static final int ROUNDS_MAX = 60;
    private static final int KIND_LENGTH_MAX = 60;

    private final String kind;
    private Simulation simulation = new Simulation();

    private Shrinker(String kind) {
        this.kind = kind;
    }

    /** The kind of violation: the rule without its details, and the layer that broke it. */
    static String kind(String rule) {
        int colon = rule.indexOf(':');
        int place = colon < 0 ? -1 : rule.indexOf('(', colon);
        return place < 0 ? rule.substring(0, Math.min(rule.length(), KIND_LENGTH_MAX)) : rule.substring(0, place);
    }

    /** The smallest history that breaks the same promise; the given one, when it breaks none. */
    static Spec shrink(Spec spec) {
        String broken = History.run(spec, new Simulation(), new Tally(), false).broken();
        return broken == null ? spec : new Shrinker(kind(broken)).smallest(spec);
    }

    /** The violation of this history, explained by the smallest one. */
    static Violation explain(Spec spec) {
        Spec small = shrink(spec);
        History.Result result = History.run(small, new Simulation(), new Tally(), true);
        String lines = String.join("\n", result.lines());
        String rule = result.broken() == null ? "nothing" : result.broken();
        return new Violation(spec.seed(), rule, "smallest: " + small + "\n" + lines);
    }

    private Spec smallest(Spec spec) {
        Spec best = spec;
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Spec smaller = smaller(best);
            if (smaller == null) {
                return best;
            }
            best = smaller;
        }
        return best;
    }

    /** One step smaller, or null when nothing can be left out. */
    private @Nullable Spec smaller(Spec spec) {
        for (Spec candidate : candidates(spec)) {
            if (breaksTheSame(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    private boolean breaksTheSame(Spec candidate) {
        String broken = History.run(candidate, simulation, new Tally(), false).broken();
        if (simulation.isStuck()) {
            simulation = new Simulation();
        }
        return broken != null && kind(broken).equals(kind);
    }

    private static List<Spec> candidates(Spec spec) {
        List<Spec> all = new ArrayList<>();
        all.add(spec.withMode(Spec.Mode.CALLS));
        without(all, spec.layers(), (s, list) -> s.withLayers(corrected(s, list)), spec);
        without(all, spec.visits(), Spec::withVisits, spec);
        without(all, spec.storeFaults(), Spec::withStoreFaults, spec);
        without(all, spec.strikes(), Spec::withStrikes, spec);
        without(all, spec.acts(), Spec::withActs, spec);
        without(all, spec.wire(), Spec::withWire, spec);
        without(all, spec.commits(), Spec::withCommits, spec);
        without(all, spec.lookUps(), Spec::withLookUps, spec);
        for (int i = 0; i < spec.acts().size(); i++) {
            BankBehaviour act = spec.acts().get(i);
            if (act.beforeMillis() > 0) {
                all.add(spec.withActs(replaced(spec.acts(), i, new BankBehaviour(act.kind(), 0, act.afterMillis()))));
            }
            if (act.afterMillis() > 0) {
                all.add(spec.withActs(replaced(spec.acts(), i, new BankBehaviour(act.kind(), act.beforeMillis(), 0))));
            }
            if (act.kind() != BankBehaviour.Kind.BOOKS) {
                all.add(spec.withActs(replaced(
                        spec.acts(),
                        i,
                        new BankBehaviour(BankBehaviour.Kind.BOOKS, act.beforeMillis(), act.afterMillis()))));
            }
        }
        for (int i = 0; i < spec.layers().size(); i++) {
            Layer plainer = spec.layers().get(i).plainer();
            if (plainer != null) {
                all.add(spec.withLayers(corrected(spec, replaced(spec.layers(), i, plainer))));
            }
        }
        all.removeIf(candidate -> candidate.equals(spec)
                || candidate.layers().isEmpty()
                || candidate.visits().isEmpty());
        return all;
    }

    private static List<Layer> corrected(Spec spec, List<Layer> layers) {
        return Declarations.corrected(layers, spec.honoursKeys(), spec.mode() != Spec.Mode.CALLS);
    }

    private static <T> void without(List<Spec> all, List<T> list, BiFunction<Spec, List<T>, Spec> with, Spec spec) {
        for (int i = 0; i < list.size(); i++) {
            List<T> shorter = new ArrayList<>(list);
            shorter.remove(i);
            all.add(with.apply(spec, shorter));
        }
    }

    private static <T> List<T> replaced(List<T> list, int place, T with) {
        List<T> changed = new ArrayList<>(list);
        changed.set(place, with);
        return changed;
    }
}
