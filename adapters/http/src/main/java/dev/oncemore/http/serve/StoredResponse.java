package dev.oncemore.http.serve;

import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A recorded response: its status, the replayable headers, and its body.
 */
public final class StoredResponse {
    /** How it is written into its record. */
    public static final Codec<StoredResponse> CODEC = Codec.of(StoredResponse::encode, StoredResponse::decode);

    private static final int VERSION = 1;

    private final Kind kind;
    private final int status;
    private final List<Header> headers;
    private final Bytes body;

    /** The body is the message of an error in UTF-8 for that kind, and empty for a tombstone. */
    StoredResponse(Kind kind, int status, List<Header> headers, Bytes body) {
        this.kind = kind;
        this.status = status;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /** A whole response, as {@link KeyedRequest#settle} takes it. */
    public static StoredResponse of(int status, String contentType, byte[] body) {
        return new StoredResponse(Kind.WHOLE, status, List.of(new Header("Content-Type", contentType)), Bytes.of(body));
    }

    Kind kind() {
        return kind;
    }

    /** The status. */
    public int status() {
        return status;
    }

    /** The replayable headers, in order. */
    List<Header> headers() {
        return headers;
    }

    /** The body. */
    public Bytes body() {
        return body;
    }

    /** How much of a response is recorded. */
    enum Kind {
        /** The whole response. */
        WHOLE(0),
        /** An error page that the container renders, and its message. */
        ERROR(1),
        /** Only the fact that there was a response: its body was too large. */
        TOMBSTONE(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) {
            return switch (code) {
                case 0 -> WHOLE;
                case 1 -> ERROR;
                case 2 -> TOMBSTONE;
                default -> throw new IllegalArgumentException("unknown kind of response: " + code);
            };
        }
    }

    /** A header line. */
    record Header(String name, String value) {}

    private byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.size() + 256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeByte(kind.code);
            out.writeShort(status);
            out.writeShort(headers.size());
            for (Header header : headers) {
                out.writeUTF(header.name);
                out.writeUTF(header.value);
            }
            out.writeInt(body.size());
            out.write(body.toArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static StoredResponse decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "a stored response must have version " + VERSION + ", but has " + version);
            }
            Kind kind = Kind.of(in.readUnsignedByte());
            int status = in.readUnsignedShort();
            List<Header> headers = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                headers.add(new Header(in.readUTF(), in.readUTF()));
            }
            return new StoredResponse(kind, status, headers, Bytes.of(in.readNBytes(in.readInt())));
        } catch (IOException e) {
            throw new UncheckedIOException("the stored value is not a response", e);
        }
    }
}
