package dev.oncemore.torture.planted;

import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Suite;
import dev.oncemore.torture.net.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Plants known bugs one by one, and reports which net catches each of them. */
public final class PlantedSuite implements Suite {
    private final List<Mutant> mutants;

    /** A suite of all known bugs. */
    public PlantedSuite() {
        this(Mutants.all());
    }

    PlantedSuite(List<Mutant> mutants) {
        this.mutants = mutants;
    }

    @Override
    public String name() {
        return "planted bugs";
    }

    @Override
    public boolean isWanted(Context context) {
        return context.planted();
    }

    @Override
    public Report run(Context context) throws ClassNotFoundException {
        return run(context.progress());
    }

    Report run(ProgressLine progress) throws ClassNotFoundException {
        Logger ours = Logger.getLogger("dev.oncemore");
        Level before = ours.getLevel();
        ours.setLevel(Level.OFF);
        try {
            return new Hunt(progress).run();
        } finally {
            ours.setLevel(before);
        }
    }

    /** One run. */
    private final class Hunt {
        private final ProgressLine progress;
        private final long startNanos = System.nanoTime();
        private final Map<Kit, KitRun> sound = new HashMap<>();
        private final List<String> caught = new ArrayList<>();
        private final List<Violation> escaped = new ArrayList<>();

        Hunt(ProgressLine progress) {
            this.progress = progress;
        }

        Report run() throws ClassNotFoundException {
            for (Mutant mutant : mutants) {
                progress.show("planted bugs: %d of %d caught, now: %s, %s"
                        .formatted(caught.size(), mutants.size(), mutant.bug(), mutant.where()));
                hunt(mutant);
            }
            caught.add("caught: %d of %d".formatted(caught.size(), mutants.size()));
            return new Report(
                    name(), 0, mutants.size(), seconds(startNanos), Map.of(), caught, escaped, escaped.size());
        }

        private void hunt(Mutant mutant) throws ClassNotFoundException {
            KitRun without = withoutBugs(mutant.net());
            if (without.failed() != null) {
                escape(mutant, "its net fails without it", without.toString());
                return;
            }
            long start = System.nanoTime();
            PlantedLoader loader = new PlantedLoader(mutant.edits());
            KitRun with = KitRun.of(mutant.net(), loader);
            try {
                loader.requirePlanted();
            } catch (Edit.NotApplicableException e) {
                escape(
                        mutant,
                        "its code has changed, so it cannot be planted; rewrite it",
                        String.valueOf(e.getMessage()));
                return;
            }
            if (with.failed() == null) {
                escape(mutant, "it survived", "all " + with.passed() + " tests of " + mutant.net() + " pass with it");
                return;
            }
            if (with.isBrokenCode()) {
                escape(mutant, "its edit produces code that cannot be loaded", String.valueOf(with.failure()));
                return;
            }
            caught.add(String.format(
                    Locale.ROOT,
                    "%s (%s): %s.%s%s, %.1f s",
                    mutant.bug(),
                    mutant.where(),
                    mutant.net(),
                    with.failed(),
                    with.seed(),
                    seconds(start)));
        }

        private KitRun withoutBugs(Kit net) throws ClassNotFoundException {
            KitRun known = sound.get(net);
            if (known == null) {
                known = KitRun.of(net, new PlantedLoader(List.of()));
                sound.put(net, known);
            }
            return known;
        }

        private void escape(Mutant mutant, String how, String details) {
            Violation violation =
                    new Violation(0, "planted bug '" + mutant.bug() + "' (" + mutant.where() + "): " + how, details);
            escaped.add(violation);
            progress.found(violation);
        }

        private double seconds(long since) {
            return (System.nanoTime() - since) / 1e9;
        }
    }
}
