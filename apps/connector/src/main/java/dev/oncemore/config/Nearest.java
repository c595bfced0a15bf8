package dev.oncemore.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests the known word nearest to a mistyped one. */
public final class Nearest {
    private static final int TYPED_MAX = 100;

    private Nearest() {}

    /** The known word with the fewest typing errors to the typed one, if there is at most about one error in three letters. */
    public static Optional<String> to(String typed, Collection<String> known) {
        if (typed.length() > TYPED_MAX) {
            return Optional.empty();
        }
        int slipsMax = Math.max(1, typed.length() / 3);
        return known.stream()
                .filter(word -> slips(typed, word) <= slipsMax)
                .min(Comparator.<String>comparingInt(word -> slips(typed, word)).thenComparing(word -> word));
    }

    /**
     * The number of letters dropped, added, replaced or swapped with their neighbour: the optimal string alignment distance,
     * computed one row of its table at a time.
     */
    public static int slips(String left, String right) {
        int[] beforeLast = new int[right.length() + 1];
        int[] last = new int[right.length() + 1];
        int[] row = new int[right.length() + 1];
        Arrays.setAll(last, column -> column);
        for (int i = 1; i <= left.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int mistaken = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(last[j - 1] + mistaken, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && isSwapped(left, i, right, j)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[right.length()];
    }

    private static boolean isSwapped(String left, int i, String right, int j) {
        return left.charAt(i - 1) == right.charAt(j - 2) && left.charAt(i - 2) == right.charAt(j - 1);
    }
}
