package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The meaning of an HTTP status.
 *
 * @param meaning the meaning
 * @param hold how long to hold requests if the response does not say
 */
record Status(Meaning meaning, Duration hold) {
    private static final Duration HOLD_MIN = Duration.ofMillis(1);
    private static final Duration HOLD_MAX = Duration.ofHours(24);
    private static final Duration THROTTLED = Duration.ofSeconds(1);
    private static final Duration LOCKED_OUT = Duration.ofMinutes(10);

    /** The possible meanings. */
    enum Meaning {
        /** This document is rejected; nothing was created. */
        REFUSED,
        /** Too many requests; nothing was created. */
        THROTTLED,
        /** The client is locked out for a while; nothing was created. */
        LOCKED_OUT,
        /** A transient failure; nothing was created. */
        FAILED,
        /** The document may have been created. */
        UNKNOWN;

        String word() {
            return this == LOCKED_OUT ? "lockedOut" : name().toLowerCase(Locale.ROOT);
        }
    }

    /** Reads {@code 429: throttled} and {@code 403: {is: lockedOut, hold: 10m}}. */
    static Map<Integer, Status> read(YamlPart yaml) {
        Map<Integer, Status> statuses = new TreeMap<>();
        yaml.entries().forEach((code, part) -> {
            int status;
            try {
                status = Integer.parseInt(code);
            } catch (NumberFormatException e) {
                status = 0;
            }
            if (status < 300 || status > 599) {
                throw part.fault("'" + code + "' is not a status from 300 to 599");
            }
            statuses.put(status, one(part));
        });
        return statuses;
    }

    private static Status one(YamlPart part) {
        YamlPart word = part.isMapping() ? part.only("is", "hold").require("is") : part;
        List<String> words = Arrays.stream(Meaning.values()).map(Meaning::word).toList();
        Meaning meaning = Meaning.values()[words.indexOf(word.choice(words))];
        Duration hold = part.isMapping()
                ? part.find("hold").map(span -> span.span(HOLD_MIN, HOLD_MAX)).orElse(usual(meaning))
                : usual(meaning);
        return new Status(meaning, hold);
    }

    private static Duration usual(Meaning meaning) {
        return meaning == Meaning.LOCKED_OUT ? LOCKED_OUT : THROTTLED;
    }

    /**
     * The standard meaning of a status that the file does not list. A system with idempotency keys answers 409 while a key is
     * being served, so the document may be created in a moment.
     */
    static Status usual(int status, boolean hasKey) {
        if (status == 429) {
            return new Status(Meaning.THROTTLED, THROTTLED);
        }
        boolean isUnknown = status >= 500 || status == 408 || status < 400 || (status == 409 && hasKey);
        return new Status(isUnknown ? Meaning.UNKNOWN : Meaning.REFUSED, THROTTLED);
    }
}
