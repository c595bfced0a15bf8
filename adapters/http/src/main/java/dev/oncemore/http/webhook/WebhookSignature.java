package dev.oncemore.http.webhook;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The headers of a message according to Standard Webhooks. */
public final class WebhookSignature {
    /** The message's id, the same in every attempt. */
    public static final String ID = "webhook-id";
    /** When this attempt was made, in seconds since 1970. */
    public static final String TIMESTAMP = "webhook-timestamp";
    /** One signature per secret, separated by spaces. */
    public static final String SIGNATURE = "webhook-signature";

    private WebhookSignature() {}

    /**
     * Returns the headers to send with a body. To rotate secrets, sign with the old and the new one: a receiver accepts
     * either.
     *
     * @param secrets 1 to 10
     * @param id 1 to 255 printable ASCII characters without a dot, which separates it from the signed fields that
     *     follow
     */
    public static Map<String, String> headers(List<WebhookSecret> secrets, String id, Instant now, byte[] body) {
        if (secrets.isEmpty() || secrets.size() > Endpoint.SECRETS_MAX) {
            throw new IllegalArgumentException(
                    "a message must have 1 to " + Endpoint.SECRETS_MAX + " secrets, but has " + secrets.size());
        }
        requireId(id);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(ID, id);
        headers.put(TIMESTAMP, Long.toString(now.getEpochSecond()));
        headers.put(
                SIGNATURE,
                secrets.stream()
                        .map(secret -> secret.sign(id, now.getEpochSecond(), body))
                        .collect(Collectors.joining(" ")));
        return headers;
    }

    /** A dot would make the signed text ambiguous: part of the body could pass for the id. */
    static boolean isId(String id) {
        return id.matches("[!-~&&[^.]]{1,255}");
    }

    static String requireId(String id) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "a message's id must be 1 to 255 printable ASCII characters without dots and spaces, but is " + id);
        }
        return id;
    }
}
