package dev.oncemore.task.store;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a person can do with tasks that were given up. Every act is safe to repeat, and leaves a line in the task's log with its
 * author and reason.
 */
public interface DeadLetters {

    /** The letters that match, after a place in that order, up to so many. */
    List<DeadLetter> page(Filter filter, Order order, @Nullable Cursor after, int lettersMax);

    /** How many match. */
    long count(Filter filter);

    /** Those that match by error signature, the largest group first. */
    List<Group> groups(Filter filter, int groupsMax);

    /** The letters of these tasks, discarded ones too. */
    List<Optional<DeadLetter>> read(List<String> ids);

    /**
     * Gives letters other payloads, each only while it is as it was read. The old payload stays in the log. False where the
     * letter has changed since or is gone; an edit that is repeated recognises itself.
     */
    List<Boolean> edit(List<Edit> edits, By by);

    /**
     * Makes letters live tasks again, claimable at once, with the same id and keys, attempts counted afresh and the fence
     * where it was. A letter that holds its lane keeps its place, others go to the lane's end. False where there is no such
     * letter, or where it is discarded.
     */
    List<Boolean> redrive(List<String> ids, By by);

    /** Throws letters away; until they are purged they can be restored. False where there is no such letter. */
    List<Boolean> discard(List<String> ids, By by);

    /** Takes back a discard; a letter that held its lane holds it again. False where there is no such letter. */
    List<Boolean> restore(List<String> ids, By by);

    /** Which end of the letters a page starts at. */
    enum Order {
        /** What died last comes first, as people read. */
        NEWEST_FIRST,
        /** What died first comes first, as work is repeated. */
        OLDEST_FIRST
    }

    /**
     * A place between letters, which are ordered by when they died, and by id within one moment.
     *
     * @param diedAt when the letter before it died
     * @param id which that was
     */
    record Cursor(Instant diedAt, String id) {}

    /**
     * Letters of one cause.
     *
     * @param signature the cause
     * @param count how many
     * @param firstDiedAt when the first died
     * @param lastDiedAt when the last died
     * @param exampleId one of them, the last
     */
    record Group(String signature, long count, Instant firstDiedAt, Instant lastDiedAt, String exampleId) {}

    /**
     * Another payload for a letter.
     *
     * @param id which letter
     * @param fence its fence as it was read
     * @param payload what a redrive shall get
     */
    record Edit(String id, long fence, Bytes payload) {}

    /**
     * Which letters. An immutable value; each method answers a narrower copy.
     *
     * @param queue of this queue; null for any
     * @param kind of this kind; null for any
     * @param signature of this cause; null for any
     * @param diedFrom died then or later; null for any
     * @param diedBefore died before then; null for any
     * @param discarded whether the discarded ones are meant, instead of the others
     */
    record Filter(
            @Nullable String queue,
            @Nullable String kind,
            @Nullable String signature,
            @Nullable Instant diedFrom,
            @Nullable Instant diedBefore,
            boolean discarded) {

        /** Every letter that is not discarded. */
        public static Filter all() {
            return new Filter(null, null, null, null, null, false);
        }

        /** Of this queue. */
        public Filter inQueue(String name) {
            return new Filter(name, kind, signature, diedFrom, diedBefore, discarded);
        }

        /** Of this kind. */
        public Filter ofKind(String name) {
            return new Filter(queue, name, signature, diedFrom, diedBefore, discarded);
        }

        /** Of this cause. */
        public Filter withSignature(String cause) {
            return new Filter(queue, kind, cause, diedFrom, diedBefore, discarded);
        }

        /** Died then or later. */
        public Filter diedFrom(Instant from) {
            return new Filter(queue, kind, signature, from, diedBefore, discarded);
        }

        /** Died before then. */
        public Filter diedBefore(Instant before) {
            return new Filter(queue, kind, signature, diedFrom, before, discarded);
        }

        /** The discarded ones instead. */
        public Filter onlyDiscarded() {
            return new Filter(queue, kind, signature, diedFrom, diedBefore, true);
        }

        /** Whether this letter is one of them. */
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
