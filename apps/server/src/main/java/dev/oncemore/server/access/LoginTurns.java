package dev.oncemore.server.access;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The order of logins that wait: known browsers go before others, each in the order in which they came. After some of them, one
 * of the others has its turn, so that accounts which log in all the time do not lock everybody else out.
 */
final class LoginTurns<T> {
    /** How many known browsers go before one that is not. */
    static final int KNOWN_IN_A_ROW = 3;

    private final Deque<T> known = new ArrayDeque<>();
    private final Deque<T> others = new ArrayDeque<>();
    private int inARow;

    synchronized void add(boolean isKnown, T login) {
        (isKnown ? known : others).add(login);
    }

    synchronized void remove(boolean isKnown, T login) {
        (isKnown ? known : others).remove(login);
    }

    synchronized int size() {
        return known.size() + others.size();
    }

    /** The next one; null if none waits. */
    synchronized @Nullable T poll() {
        boolean isOthersTurn = known.isEmpty() || (inARow >= KNOWN_IN_A_ROW && !others.isEmpty());
        inARow = isOthersTurn ? 0 : inARow + 1;
        return isOthersTurn ? others.poll() : known.poll();
    }
}
