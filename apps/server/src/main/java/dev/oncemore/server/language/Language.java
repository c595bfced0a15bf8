package dev.oncemore.server.language;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A language of the pages that staff see. */
public enum Language {
    ENGLISH(Locale.ENGLISH, "English"),
    JAPANESE(Locale.JAPANESE, "日本語"),
    GERMAN(Locale.GERMAN, "Deutsch");

    private static final String COOKIE = "oncemore_language";
    private static final int YEAR_SECONDS = (int) Duration.ofDays(365).toSeconds();
    private static final int HEADER_MAX = 500;
    private static final List<Locale> LOCALES =
            Arrays.stream(values()).map(Language::locale).toList();

    private final Locale locale;
    private final String label;

    Language(Locale locale, String label) {
        this.locale = locale;
        this.label = label;
    }

    /** The language that a person chose, else the one that their browser asks for, else English. */
    public static Language of(Context context) {
        return find(context.cookie(COOKIE)).orElseGet(() -> asked(context.header("Accept-Language")));
    }

    /** Remembers the language that a person chose, in their browser. */
    public void choose(Context context) {
        Cookie cookie = new Cookie(COOKIE, tag());
        cookie.setPath("/");
        cookie.setMaxAge(YEAR_SECONDS);
        cookie.setHttpOnly(true);
        cookie.setSameSite(SameSite.LAX);
        context.cookie(cookie);
    }

    /** The language with this tag, if it is one of ours. */
    public static Optional<Language> find(@Nullable String tag) {
        return Arrays.stream(values())
                .filter(language -> language.tag().equals(tag))
                .findFirst();
    }

    static Language asked(@Nullable String header) {
        if (header == null || header.length() > HEADER_MAX) {
            return ENGLISH;
        }
        try {
            Locale found = Locale.lookup(Locale.LanguageRange.parse(header), LOCALES);
            return find(found == null ? null : found.getLanguage()).orElse(ENGLISH);
        } catch (IllegalArgumentException e) {
            // Browsers send no such header.
            return ENGLISH;
        }
    }

    /** Its tag, such as {@code ja}. */
    public String tag() {
        return locale.getLanguage();
    }

    /** Its name in itself. */
    public String label() {
        return label;
    }

    Locale locale() {
        return locale;
    }
}
