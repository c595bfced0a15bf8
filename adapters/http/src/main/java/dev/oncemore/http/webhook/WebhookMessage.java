package dev.oncemore.http.webhook;

import dev.oncemore.once.Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * A message to an endpoint.
 *
 * @param endpoint the endpoint's id
 * @param id the message's own id, by which its receiver recognises duplicates: 1 to 255 printable ASCII characters, no
 *     dot, no space
 * @param json the body
 */
public record WebhookMessage(String endpoint, String id, String json) {
    static final Codec<WebhookMessage> CODEC = Codec.of(WebhookMessage::encode, WebhookMessage::decode);

    private static final int VERSION = 1;

    /** Checks the id. */
    public WebhookMessage {
        Objects.requireNonNull(endpoint, "endpoint");
        WebhookSignature.requireId(id);
        Objects.requireNonNull(json, "json");
    }

    /**
     * Reads the message from the payload of a {@link Webhooks#KIND} task, for example to display deliveries.
     *
     * @param payload the task's payload
     * @throws RuntimeException if the payload is not a message
     */
    public static WebhookMessage ofPayload(byte[] payload) {
        return CODEC.decode(payload);
    }

    private byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(endpoint);
            out.writeUTF(id);
            out.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static WebhookMessage decode(byte[] kept) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(unquoted(kept)))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "a stored message must have version " + VERSION + ", but has " + version);
            }
            return new WebhookMessage(
                    in.readUTF(), in.readUTF(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the stored payload is not a message", e);
        }
    }

    /** Tasks whose codecs write JSON store bytes as a Base64 string. */
    private static byte[] unquoted(byte[] kept) {
        boolean quoted = kept.length >= 2 && kept[0] == '"' && kept[kept.length - 1] == '"';
        return quoted ? Base64.getDecoder().decode(Arrays.copyOfRange(kept, 1, kept.length - 1)) : kept;
    }
}
