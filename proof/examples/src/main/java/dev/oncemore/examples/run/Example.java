package dev.oncemore.examples.run;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An accident without Oncemore, the cure with it, and the count of effects of both. */
public interface Example {
    /** The name on the command line. */
    String name();

    /** What it shows, in a line. */
    String summary();

    /** The accident: the same requests without Oncemore. */
    Tally accident(Consumer<String> out) throws Exception;

    /** The cure: the same requests with Oncemore. */
    Tally cure(Consumer<String> out) throws Exception;

    /** What should happen. */
    Tally wanted();

    /** Runs both, and prints what happens. */
    default EffectCounts play(Consumer<String> out) throws Exception {
        out.accept("Without Oncemore");
        Tally without = accident(line -> out.accept("  " + line));
        out.accept("With Oncemore");
        Tally with = cure(line -> out.accept("  " + line));
        EffectCounts effects = new EffectCounts(wanted(), without, with);
        out.accept("Effects");
        out.accept("  wanted:           " + effects.wanted());
        out.accept("  without Oncemore: " + effects.without());
        out.accept("  with Oncemore:    " + effects.with());
        return effects;
    }

    /** Runs an example as a program; returns its exit code: 0 if the cure had the wanted effects, otherwise 1. */
    static int run(Example example, PrintWriter out) {
        // Its log tells of failures that the example makes on purpose.
        Logger log = Logger.getLogger("dev.oncemore");
        Level level = log.getLevel();
        log.setLevel(Level.OFF);
        try {
            boolean isCured = example.play(out::println).isCured();
            out.println(isCured ? "OK" : "NOT AS EXPECTED");
            return isCured ? 0 : 1;
        } catch (Exception e) {
            out.println("The example failed: " + e);
            return 1;
        } finally {
            log.setLevel(level);
            out.flush();
        }
    }

    /** As {@link #run}, on the standard output: the {@code main} of an example. */
    static void main(Example example) {
        System.exit(run(example, new PrintWriter(System.out, true, Charset.defaultCharset())));
    }
}
