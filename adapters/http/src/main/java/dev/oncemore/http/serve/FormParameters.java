package dev.oncemore.http.serve;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request whose form the container can no longer read, because its body was consumed. */
final class FormParameters {
    private static final int PARAMETERS_MAX = 10_000;

    private FormParameters() {}

    /** Reads the parameters of the query, then those of the body, in the container's order. */
    static Map<String, String[]> read(@Nullable String query, String form, Charset charset) {
        Map<String, String[]> parameters = new LinkedHashMap<>();
        add(parameters, query == null ? "" : query, charset);
        add(parameters, form, charset);
        return Collections.unmodifiableMap(parameters);
    }

    private static void add(Map<String, String[]> parameters, String text, Charset charset) {
        if (text.isEmpty()) {
            return;
        }
        String[] pairs = text.split("&", PARAMETERS_MAX + 1);
        for (int i = 0; i < Math.min(pairs.length, PARAMETERS_MAX); i++) {
            int equals = pairs[i].indexOf('=');
            String name = decode(equals < 0 ? pairs[i] : pairs[i].substring(0, equals), charset);
            String value = equals < 0 ? "" : decode(pairs[i].substring(equals + 1), charset);
            parameters.merge(name, new String[] {value}, FormParameters::joined);
        }
    }

    private static String[] joined(String[] some, String[] more) {
        String[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    private static String decode(String text, Charset charset) {
        try {
            return URLDecoder.decode(text, charset);
        } catch (IllegalArgumentException e) {
            // An invalid percent escape is kept literally.
            return text;
        }
    }
}
