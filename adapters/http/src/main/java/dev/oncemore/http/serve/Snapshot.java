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
 * A recorded response.
 *
 * @param kind what is recorded besides the status
 * @param status its status
 * @param headers the replayable headers, in order
 * @param body the body, the message of an error in UTF-8, or empty
 */
record Snapshot(Kind kind, int status, List<Header> headers, Bytes body) {
    static final Codec<Snapshot> CODEC = Codec.of(Snapshot::encode, Snapshot::decode);

    private static final int VERSION = 1;

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

    private static Snapshot decode(byte[] bytes) {
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
            return new Snapshot(kind, status, headers, Bytes.of(in.readNBytes(in.readInt())));
        } catch (IOException e) {
            throw new UncheckedIOException("the stored value is not a response", e);
        }
    }
}
