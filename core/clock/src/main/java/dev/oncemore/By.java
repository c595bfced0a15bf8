package dev.oncemore;

import dev.oncemore.internal.Text;
import java.util.Objects;

/**
 * Who acts, and why: what the log of a task, a record or a schedule keeps about an intervention.
 *
 * <pre>{@code
 * tasks.deadLetters().redrive(ids, By.person("ann", "the bank is up again"));
 * }</pre>
 *
 * @param who a person or a service: 1 to 255 characters on one line
 * @param why the reason, for people who read the log later; not blank, and cut to {@value #WHY_LENGTH_MAX} characters
 */
public record By(String who, String why) {
    /** As much of a reason as is kept. */
    public static final int WHY_LENGTH_MAX = 4_000;

    /** Checks both texts, and cuts an over-long reason. */
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
     * @throws IllegalArgumentException when it is blank, longer than 255 characters, or no store could keep it as it is
     */
    public static String requireWho(String who) {
        return Text.requireName("who", who);
    }
}
