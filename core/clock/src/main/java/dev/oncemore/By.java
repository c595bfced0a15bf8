package dev.oncemore;

import java.util.Objects;

/**
 * Who acts, and why: what the log of a task, a record or a schedule keeps about an intervention.
 *
 * <pre>{@code
 * tasks.deadLetters().redrive(ids, By.person("ann", "the bank is up again"));
 * }</pre>
 *
 * @param who a person or a service: 1 to 255 characters on one line
 * @param why the reason, for people who read the log later; not blank. Stores cut it to what they can keep.
 */
public record By(String who, String why) {
    private static final int WHO_LENGTH_MAX = 255;

    /** Checks both texts. */
    public By {
        requireWho(who);
        if (Objects.requireNonNull(why, "why").isBlank()) {
            throw new IllegalArgumentException("why must not be blank: state the reason for the log");
        }
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
        Objects.requireNonNull(who, "who must not be null");
        if (who.isBlank() || who.length() > WHO_LENGTH_MAX) {
            String instead = who.isEmpty() ? "is empty" : who.isBlank() ? "is blank" : "has " + who.length();
            throw new IllegalArgumentException(
                    "who must have 1 to " + WHO_LENGTH_MAX + " characters and not only blanks, but " + instead);
        }
        for (int i = 0; i < who.length(); i++) {
            char c = who.charAt(i);
            if (Character.isISOControl(c) || isLoneSurrogate(who, i)) {
                String what = Character.isISOControl(c) ? "control characters" : "half a surrogate pair";
                throw new IllegalArgumentException("who must not have " + what + ", but character " + (i + 1) + " is U+"
                        + String.format("%04X", (int) c));
            }
        }
        return who;
    }

    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
