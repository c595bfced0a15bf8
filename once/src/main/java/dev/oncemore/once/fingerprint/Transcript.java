package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A document that is being read, and the same in canonical spelling, its objects still in their order. What is spelled alike
 * is not copied until something differs; a document without such a thing is its own transcript.
 *
 * <p>A place in the text is that in the document plus the {@linkplain #shift()}. It is never positive: no canonical
 * spelling is longer than another of the same thing, so that there is room for all in an array of the document's size.
 */
final class Transcript {
    /** Eight bytes at once, of which the first is the lowest. */
    static final VarHandle EIGHT_BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** What {@link #byteAt} says at the end of the document; as a character it is allowed nowhere. */
    static final byte END = 0;

    final byte[] in;

    /** The text, as soon as it differs from the document. */
    private byte[] out;

    /** Up to where the document is copied, or replaced by something else. */
    private int copied;

    private int shift;

    Transcript(byte[] document) {
        in = document;
        out = document;
    }

    byte byteAt(int place) {
        return place < in.length ? in[place] : END;
    }

    int shift() {
        return shift;
    }

    /** Whether what was read from a place on is spelled in the text as it is in the document. */
    boolean isAsWrittenFrom(int place) {
        return copied <= place;
    }

    /** The text, so far as it is complete. */
    byte[] text() {
        return out;
    }

    /** The text, complete for all that was read up to a place. */
    @SuppressWarnings("ReferenceEquality") // whether there is a copy of its own yet
    byte[] textUpTo(int place) {
        if (out != in) {
            copyUpTo(place);
        }
        return out;
    }

    /** The text, with room to write at what is a place in the document. */
    @SuppressWarnings("ReferenceEquality") // whether there is a copy of its own yet
    byte[] writableAt(int place) {
        if (out == in) {
            out = new byte[in.length + Pieces.SLACK_BYTES];
        }
        copyUpTo(place);
        return out;
    }

    private void copyUpTo(int place) {
        Pieces.copy(in, copied, out, copied + shift, place - copied);
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
        return refusal(place < in.length ? rule : Rule.UNEXPECTED_END, place);
    }
}
