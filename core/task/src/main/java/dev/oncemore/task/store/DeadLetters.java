package dev.oncemore.task.store;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operations on dead letters. Each is safe to repeat, and leaves a line in the task's log with its author and
 * reason.
 */
public interface DeadLetters {

    /** Returns matching letters after a position in this order, up to {@code lettersMax}. */
    List<DeadLetter> page(Filter filter, Order order, @Nullable Cursor after, int lettersMax);

    /** Counts matching letters. */
    long count(Filter filter);

    /** Groups matching letters by error signature, the largest group first. */
    List<Group> groups(Filter filter, int groupsMax);

    /** Returns the letters of these tasks, including discarded ones. */
    List<Optional<DeadLetter>> read(List<String> ids);

    /**
     * Replaces the payloads of letters, each only if it is unchanged since it was read. The old payload stays in the
     * log. False if the letter has changed or is gone; a repeated edit is recognised.
     */
    List<Boolean> edit(List<Edit> edits, By by);

    /**
     * Makes letters live tasks again, claimable at once, with the same id, keys and fence, and a fresh count of
     * attempts. A letter that holds its lane keeps its place, others go to the lane's end. False if there is no such
     * letter or it is discarded.
     */
    List<Boolean> redrive(List<String> ids, By by);

    /** Discards letters; they can be restored until they are purged. False if there is no such letter. */
    List<Boolean> discard(List<String> ids, By by);

    /** Restores discarded letters; a letter that held its lane holds it again. False if there is no such letter. */
    List<Boolean> restore(List<String> ids, By by);

    /** The order of a page. */
    enum Order {
        /** The latest deaths first, for people to read. */
        NEWEST_FIRST,
        /** The earliest deaths first, for redrives. */
        OLDEST_FIRST
    }

    /**
     * A position between letters, which are ordered by time of death and then by id.
     *
     * @param diedAt when the letter before it died
     * @param id the id of that letter
     */
    record Cursor(Instant diedAt, String id) {}

    /**
     * Letters with the same cause.
     *
     * @param signature the error signature
     * @param count the number of letters
     * @param firstDiedAt when the first died
     * @param lastDiedAt when the last died
     * @param exampleId the id of the last one
     */
    record Group(String signature, long count, Instant firstDiedAt, Instant lastDiedAt, String exampleId) {}

    /**
     * A new payload for a letter.
     *
     * @param id the letter's id
     * @param fence its fence as it was read
     * @param payload the payload for a redrive
     */
    record Edit(String id, long fence, Bytes payload) {}

    /**
     * Selects letters. An immutable value; each method returns a narrower copy.
     *
     * @param queue the queue; null for any
     * @param kind the kind; null for any
     * @param signature the error signature; null for any
     * @param diedFrom the earliest time of death; null for any
     * @param diedBefore the exclusive latest time of death; null for any
     * @param discarded whether to select discarded letters instead of the others
     */
    record Filter(
            @Nullable String queue,
            @Nullable String kind,
            @Nullable String signature,
            @Nullable Instant diedFrom,
            @Nullable Instant diedBefore,
            boolean discarded) {

        /** All letters that are not discarded. */
        public static Filter all() {
            return new Filter(null, null, null, null, null, false);
        }

        /** Only letters of this queue. */
        public Filter inQueue(String name) {
            return new Filter(name, kind, signature, diedFrom, diedBefore, discarded);
        }

        /** Only letters of this kind. */
        public Filter ofKind(String name) {
            return new Filter(queue, name, signature, diedFrom, diedBefore, discarded);
        }

        /** Only letters with this signature. */
        public Filter withSignature(String cause) {
            return new Filter(queue, kind, cause, diedFrom, diedBefore, discarded);
        }

        /** Only letters that died at this time or later. */
        public Filter diedFrom(Instant from) {
            return new Filter(queue, kind, signature, from, diedBefore, discarded);
        }

        /** Only letters that died before this time. */
        public Filter diedBefore(Instant before) {
            return new Filter(queue, kind, signature, diedFrom, before, discarded);
        }

        /** Discarded letters instead of the others. */
        public Filter onlyDiscarded() {
            return new Filter(queue, kind, signature, diedFrom, diedBefore, true);
        }

        /** Whether this letter matches. */
        public boolean matches(DeadLetter letter) {
            return (queue == null || queue.equals(letter.task().queue()))
                    && (kind == null || kind.equals(letter.task().kind()))
                    && (signature == null || signature.equals(letter.signature()))
                    && (diedFrom == null || !letter.diedAt().isBefore(diedFrom))
                    && (diedBefore == null || letter.diedAt().isBefore(diedBefore))
                    && discarded == (letter.discardedAt() != null);
        }
    }
}
