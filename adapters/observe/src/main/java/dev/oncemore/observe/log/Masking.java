package dev.oncemore.observe.log;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Removes confidential values from log lines. The same key and secret always give the same masked key, so that lines
 * can still be joined; without the secret the key cannot be guessed. Payload fields are removed from error texts, which
 * often quote them.
 */
final class Masking {
    static final String MASK = "***";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES_MIN = 16;
    private static final int MASK_BYTES = 8;
    private static final int TEXT_LENGTH_MAX = 2_000;
    private static final Masking NOTHING = new Masking(null, List.of());

    private final byte @Nullable [] secret;
    private final List<String> fields;
    private final @Nullable Pattern fieldValues;

    private Masking(byte @Nullable [] secret, List<String> fields) {
        this.secret = secret;
        this.fields = fields;
        this.fieldValues = fields.isEmpty() ? null : pattern(fields);
    }

    static Masking nothing() {
        return NOTHING;
    }

    Masking keys(byte[] keySecret) {
        if (keySecret.length < SECRET_BYTES_MIN) {
            throw new IllegalArgumentException("the secret that masks keys must have at least " + SECRET_BYTES_MIN
                    + " bytes, but has " + keySecret.length);
        }
        return new Masking(keySecret.clone(), fields);
    }

    Masking fields(String... names) {
        for (String name : names) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("the name of a masked field must not be blank");
            }
        }
        return new Masking(secret, List.copyOf(Arrays.asList(names)));
    }

    /** Matches {@code name: value}, {@code name=value} or {@code "name":"value"}, ignoring case. */
    private static Pattern pattern(List<String> names) {
        String any = names.stream().map(Pattern::quote).collect(Collectors.joining("|"));
        return Pattern.compile(
                "((?<![\\w])(?:" + any
                        + ")[\"']?\\s{0,3}[:=]\\s{0,3})(\"(?:[^\"\\\\]|\\\\.)*+\"?|'[^']*+'?|[^\\s,;&}\\])]++)",
                Pattern.CASE_INSENSITIVE);
    }

    @Nullable
    String key(@Nullable String key) {
        return key == null || secret == null ? key : digest(secret, key);
    }

    /** Removes masked fields and the key from external text, and bounds its length. */
    @Nullable
    String text(@Nullable String text, @Nullable String key) {
        if (text == null) {
            return null;
        }
        String shown = text.length() <= TEXT_LENGTH_MAX ? text : text.substring(0, TEXT_LENGTH_MAX) + "…";
        if (fieldValues != null) {
            shown = fieldValues.matcher(shown).replaceAll("$1" + MASK);
        }
        return key == null || secret == null ? shown : shown.replace(key, digest(secret, key));
    }

    private static String digest(byte[] secret, String key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            byte[] digest = mac.doFinal(key.getBytes(StandardCharsets.UTF_8));
            return "#" + HexFormat.of().formatHex(digest, 0, MASK_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
