package dev.oncemore.task.batch;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * The progress of a run; the payload of a chunk's task.
 *
 * @param number the number of the next chunk, from 0
 * @param tally the counts of the items before it
 * @param fingerprint the fingerprint of the source when the run began
 * @param cursor where the source continues
 */
record Place(int number, Tally tally, String fingerprint, String cursor) {

    byte[] written() {
        return (number + " " + tally.written() + "\n" + fingerprint + "\n" + cursor).getBytes(StandardCharsets.UTF_8);
    }

    static Place read(byte[] written) {
        String[] lines = new String(written, StandardCharsets.UTF_8).split("\n", 3);
        String[] words = lines[0].split(" ", 2);
        return new Place(Integer.parseInt(words[0]), Tally.read(words[1]), lines[1], lines[2]);
    }

    /** The place after this chunk. */
    Place next(Chunk<?> chunk, String nextCursor) {
        return new Place(number + 1, tally.plus(chunk), fingerprint, nextCursor);
    }

    /**
     * The counts of items so far.
     *
     * @param startedAt when the run began
     * @param total the total number of items; negative if unknown
     */
    record Tally(Instant startedAt, long total, long done, long rejected, long setAside) {
        private static final String LAST = " last";

        static Tally atStart(Instant now, OptionalLong total) {
            return new Tally(now, total.orElse(-1), 0, 0, 0);
        }

        Tally plus(Chunk<?> chunk) {
            return new Tally(
                    startedAt,
                    total,
                    done + chunk.count(Item.Say.DONE),
                    rejected + chunk.count(Item.Say.REJECTED),
                    setAside + chunk.count(Item.Say.RETRY) + chunk.count(Item.Say.POISON));
        }

        String written() {
            return startedAt + " " + total + " " + done + " " + rejected + " " + setAside;
        }

        /** The form in which a chunk's result keeps it; the last chunk of a run is marked. */
        String result(boolean isLast) {
            return isLast ? written() + LAST : written();
        }

        static boolean isLast(String result) {
            return result.endsWith(LAST);
        }

        static Tally read(String written) {
            String[] words =
                    (isLast(written) ? written.substring(0, written.length() - LAST.length()) : written).split(" ", 5);
            return new Tally(
                    Instant.parse(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]));
        }
    }
}
