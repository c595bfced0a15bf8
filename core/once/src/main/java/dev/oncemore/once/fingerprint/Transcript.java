package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.util.Arrays;

/**
 * A document being read, and its canonical spelling with objects still in their original order: the text. Nothing is
 * copied until something differs; a document without differences is its own text.
 *
 * <p>An index in the text is that in the document plus the {@linkplain #shift()}, which is never positive: a canonical
 * spelling is never longer than another, so an array of the document's size is large enough.
 */
final class Transcript {
    /** The document followed by zeros, at which every reader stops without a bounds check. */
    final byte[] in;

    /** The length of the document in bytes. */
    final int inLength;

    private byte[] out;

    /** Whether the text differs from the document and has its own array. */
    private boolean differs;

    /** Up to where the document has been copied or replaced. */
    private int copied;

    private int shift;

    /** Copies the document, so that it cannot change during reading. */
    Transcript(byte[] document) {
        inLength = document.length;
        in = Arrays.copyOf(document, inLength + Eight.SLACK_BYTES);
        out = in;
    }

    int shift() {
        return shift;
    }

    /** Whether the text equals the document from this index on, as far as it was read. */
    boolean isAsWrittenFrom(int place) {
        return copied <= place;
    }

    /** The text, complete up to this index of the document. */
    byte[] textUpTo(int place) {
        if (differs) {
            copyUpTo(place);
        }
        return out;
    }

    /** The text, writable at this index of the document. */
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

    /** Continues at an index of the document and an index of the text. */
    void continueAt(int place, int textPlace) {
        copied = place;
        shift = textPlace - place;
    }

    /** Omits a range of the document. */
    void omit(int start, int end) {
        writableAt(start);
        continueAt(end, start + shift);
    }

    MalformedJsonException refusal(Rule rule, int place) {
        return MalformedJsonException.at(rule, in, place);
    }

    /** Refuses an unexpected character, or the unexpected end, at an index. */
    MalformedJsonException unexpected(Rule rule, int place) {
        return refusal(place < inLength ? rule : Rule.UNEXPECTED_END, place);
    }
}
