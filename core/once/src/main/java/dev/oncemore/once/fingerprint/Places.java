package dev.oncemore.once.fingerprint;

/** A position in the text and in the document, packed into one number, so that a single array holds both. */
final class Places {
    private Places() {}

    static long of(int inText, int inDocument) {
        return ((long) inText << Integer.SIZE) | inDocument;
    }

    static int inText(long places) {
        return (int) (places >>> Integer.SIZE);
    }

    static int inDocument(long places) {
        return (int) places;
    }
}
