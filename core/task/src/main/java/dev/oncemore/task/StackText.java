package dev.oncemore.task;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stack trace as bounded text for a dead letter: the first frames of an exception and of those that caused it. */
final class StackText {
    private static final int CAUSES_MAX = 6;
    private static final int CHAIN_MAX = 50;
    private static final int FRAMES_MAX = 60;
    private static final int MESSAGE_LENGTH_MAX = 500;

    private StackText() {}

    /** Null if there is no exception. It never throws, because the end of a task must not be lost over its trace. */
    static @Nullable String of(@Nullable Throwable thrown) {
        if (thrown == null) {
            return null;
        }
        try {
            return text(thrown);
        } catch (RuntimeException | Error e) {
            return thrown.getClass().getName() + " (its stack trace could not be read: "
                    + e.getClass().getName() + ")";
        }
    }

    private static String text(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        List<Throwable> chain = chainOf(thrown);
        int framesMax = FRAMES_MAX / chain.size();
        for (int i = 0; i < chain.size(); i++) {
            text.append(i == 0 ? "" : "Caused by: ").append(words(chain.get(i))).append('\n');
            StackTraceElement[] frames = chain.get(i).getStackTrace();
            for (int frame = 0; frame < Math.min(frames.length, framesMax); frame++) {
                text.append("\tat ").append(frames[frame]).append('\n');
            }
            if (frames.length > framesMax) {
                text.append("\t... ").append(frames.length - framesMax).append(" more\n");
            }
        }
        return text.toString();
    }

    /** The exception and its causes; of a long chain the first ones and the last. */
    private static List<Throwable> chainOf(Throwable thrown) {
        List<Throwable> chain = new ArrayList<>();
        Throwable next = thrown;
        while (next != null && chain.size() < CHAIN_MAX) {
            chain.add(next);
            next = next.getCause();
        }
        if (chain.size() > CAUSES_MAX) {
            chain.subList(CAUSES_MAX - 1, chain.size() - 1).clear();
        }
        return chain;
    }

    private static String words(Throwable thrown) {
        String words = String.valueOf(thrown);
        return words.length() <= MESSAGE_LENGTH_MAX ? words : words.substring(0, MESSAGE_LENGTH_MAX) + "…";
    }
}
