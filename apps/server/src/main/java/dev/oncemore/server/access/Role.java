package dev.oncemore.server.access;

import io.javalin.security.RouteRole;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The rights of a caller. Each role includes those before it. */
public enum Role implements RouteRole {
    /** No login is needed. */
    ANYONE,
    /** May look. */
    VIEWER,
    /** May send documents. */
    STAFF,
    /** May act on tasks, dead letters and records. */
    OPERATOR,
    /** May manage accounts and tokens. */
    ADMIN;

    /** Whether this is enough for what asks for that. */
    public boolean isEnoughFor(Role asked) {
        return compareTo(asked) >= 0;
    }

    /** The lesser of both. */
    Role atMost(Role other) {
        return isEnoughFor(other) ? other : this;
    }

    /** As people write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a role that an account can have.
     *
     * @throws IllegalArgumentException when there is no such role; the message names them
     */
    public static Role parse(String text) {
        return Arrays.stream(values())
                .filter(role -> role != ANYONE && role.word().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no role '" + text + "'; the roles are "
                        + Arrays.stream(values())
                                .filter(role -> role != ANYONE)
                                .map(Role::word)
                                .collect(Collectors.joining(", "))));
    }
}
