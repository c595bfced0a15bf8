package dev.oncemore;

import dev.oncemore.internal.Text;
import java.util.Objects;

/**
 * The actor and reason of an intervention, as kept in the log of a task, a record or a schedule.
 *
 * <pre>{@code
 * tasks.deadLetters().redrive(ids, By.person("ann", "the bank is up again"));
 * }</pre>
 *
 * @param who the person or service: 1 to 255 characters on one line
 * @param why the reason, for readers of the log; not blank, and cut to {@value #WHY_LENGTH_MAX} characters
 */
public record By(String who, String why) {
    /** Maximum length of a stored reason. */
    public static final int WHY_LENGTH_MAX = 4_000;

    /** Checks both texts and truncates a long reason. */
    public By {
        requireWho(who);
        if (Objects.requireNonNull(why, "why").isBlank()) {
            throw new IllegalArgumentException("why must not be blank: state the reason for the log");
        }
        why = Text.cut(why, WHY_LENGTH_MAX);
    }

    /** A person with a reason. */
    public static By person(String user, String reason) {
        return new By(user, reason);
    }

    /** A service or job with a reason. */
    public static By service(String name, String reason) {
        return new By(name, reason);
    }

    /**
     * Checks the name of a person or service: any script, on one line.
     *
     * @throws IllegalArgumentException if it is blank, longer than 255 characters, or has characters that a store would
     *     have to replace
     */
    public static String requireWho(String who) {
        return Text.requireName("who", who);
    }
}
