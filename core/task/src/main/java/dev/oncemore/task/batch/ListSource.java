package dev.oncemore.task.batch;

import dev.oncemore.once.Codec;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;

/** A list in memory; its positions are indexes. */
record ListSource<T>(List<T> items, Codec<T> codec) implements Source<T> {

    @Override
    public String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (T item : items) {
                byte[] bytes = codec.encode(item);
                // The length first, so that different lists never produce the same bytes.
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public OptionalLong total() {
        return OptionalLong.of(items.size());
    }

    @Override
    public Slice<T> read(String place, int most) {
        int from = place.isEmpty() ? 0 : Integer.parseInt(place);
        int to = Math.min(items.size(), from + most);
        return new Slice<>(items.subList(from, to), String.valueOf(to));
    }
}
