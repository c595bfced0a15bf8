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
 * What is sent to an endpoint.
 *
 * @param endpoint the endpoint's id
 * @param id the message's own id, by which its receiver tells repetitions: 1 to 255 printable ASCII characters, no dot, no space
 * @param json the body
 */
public record WebhookMessage(String endpoint, String id, String json) {
    static final Codec<WebhookMessage> CODEC = Codec.of(WebhookMessage::encode, WebhookMessage::decode);

    private static final int VERSION = 1;

    /** A message. */
    public WebhookMessage {
        Objects.requireNonNull(endpoint, "endpoint");
        WebhookSignature.requireId(id);
        Objects.requireNonNull(json, "json");
    }

    /**
     * The message in a task of {@link Webhooks#KIND}, for whoever looks at deliveries.
     *
     * @param payload the task's payload
     * @throws RuntimeException when it is something else
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
                throw new IllegalArgumentException("a message is kept in form " + VERSION + ", but this is " + version);
            }
            return new WebhookMessage(
                    in.readUTF(), in.readUTF(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("what is kept is not a message", e);
        }
    }

    /** Tasks whose codecs write JSON keep bytes as a string of Base64. */
    private static byte[] unquoted(byte[] kept) {
        boolean quoted = kept.length >= 2 && kept[0] == '"' && kept[kept.length - 1] == '"';
        return quoted ? Base64.getDecoder().decode(Arrays.copyOfRange(kept, 1, kept.length - 1)) : kept;
    }
}
