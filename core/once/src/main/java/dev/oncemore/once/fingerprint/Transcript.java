package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.util.Arrays;

/**
 * A document that is being read, and the same in canonical spelling, its objects still in their order: the text. What is
 * spelled alike is not copied until something differs; a document without such a thing is its own text.
 *
 * <p>A place in the text is that in the document plus the {@linkplain #shift()}. It is never positive: no canonical
 * spelling is longer than another of the same thing, so that there is room for all in an array of the document's size.
 */
final class Transcript {
    /** The document, and behind it zeros, at which every reader stops: none need ask whether there is more. */
    final byte[] in;

    /** How many bytes of it are the document. */
    final int inLength;

    private byte[] out;

    /** Whether the text has an array of its own, since it differs from the document. */
    private boolean differs;

    /** Up to where the document is copied, or replaced by something else. */
    private int copied;

    private int shift;

    /** The document is copied, and thus cannot change in the midst of this. */
    Transcript(byte[] document) {
        inLength = document.length;
        in = Arrays.copyOf(document, inLength + Eight.SLACK_BYTES);
        out = in;
    }

    int shift() {
        return shift;
    }

    /** Whether what was read from a place on is spelled in the text as it is in the document. */
    boolean isAsWrittenFrom(int place) {
        return copied <= place;
    }

    /** The text, complete for all that was read up to a place. */
    byte[] textUpTo(int place) {
        if (differs) {
            copyUpTo(place);
        }
        return out;
    }

    /** The text, with room to write at what is a place in the document. */
    byte[] writableAt(int place) {
        if (!differs) {
            differs = true;
            out = new byte[in.length];
        }
        copyUpTo(place);
        return out;
    }

    private void copyUpTo(int place) {
        Eight.copy(in, copied, out, copied + shift, place - copied);
        copied = place;
    }

    /** Goes on at one place in the document, and at another in the text. */
    void continueAt(int place, int textPlace) {
        copied = place;
        shift = textPlace - place;
    }

    /** Leaves out what stands between two places. */
    void omit(int start, int end) {
        writableAt(start);
        continueAt(end, start + shift);
    }

    MalformedJsonException refusal(Rule rule, int place) {
        return MalformedJsonException.at(rule, in, place);
    }

    /** The refusal of what stands at a place where something else must, or of there being nothing. */
    MalformedJsonException unexpected(Rule rule, int place) {
        return refusal(place < inLength ? rule : Rule.UNEXPECTED_END, place);
    }
}
