package dev.oncemore.http.serve;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A refusal of a request, as sent to its client.
 *
 * @param problem why
 * @param detail the details, without anything confidential
 * @param retryAfter when to retry; null if that would not help
 * @param originalStatus the status of the response that was not kept; null for other problems
 */
record Refusal(
        Problem problem,
        String detail,
        @Nullable Duration retryAfter,
        @Nullable Integer originalStatus) {

    static Refusal of(Problem problem, String detail) {
        return new Refusal(problem, detail, null, null);
    }

    Refusal retryAfter(Duration wait) {
        return new Refusal(problem, detail, wait, originalStatus);
    }

    void write(HttpServletResponse response, KeySyntax dialect, URI documentation) throws IOException {
        write(response, problem.statusIn(dialect), dialect, documentation);
    }

    void write(HttpServletResponse response, int status, KeySyntax dialect, URI documentation) throws IOException {
        String link = documentation + "#" + problem.slug();
        boolean stripe = dialect == KeySyntax.STRIPE;
        response.resetBuffer();
        write(
                response,
                status,
                stripe ? "application/json" : "application/problem+json",
                link,
                stripe ? stripe(link) : problemJson(status, link, problem.title, detail, originalStatus),
                retryAfter);
    }

    static void write(
            HttpServletResponse response,
            int status,
            String type,
            String link,
            String json,
            @Nullable Duration retryAfter)
            throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(type);
        response.setHeader("Cache-Control", "no-store");
        response.addHeader("Link", "<" + link + ">; rel=\"describedby\"");
        if (retryAfter != null) {
            // Rounded up, because an early retry would be in vain.
            response.setHeader("Retry-After", Long.toString(Math.max(1, (retryAfter.toMillis() + 999) / 1000)));
        }
        // Without its length, which would end the response: components in front can still add headers.
        response.getOutputStream().write(body);
    }

    static String problemJson(int status, String link, String title, String detail, @Nullable Integer originalStatus) {
        return "{\"type\":" + quote(link) + ",\"title\":" + quote(title) + ",\"status\":" + status
                + ",\"detail\":" + quote(detail)
                + (originalStatus == null ? "" : ",\"originalStatus\":" + originalStatus) + "}";
    }

    private String stripe(String link) {
        return "{\"error\":{\"type\":" + quote(problem.stripeType) + ",\"code\":" + quote(problem.stripeCode())
                + ",\"message\":" + quote(problem.title + ": " + detail) + ",\"doc_url\":" + quote(link) + "}}";
    }

    private static String quote(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
