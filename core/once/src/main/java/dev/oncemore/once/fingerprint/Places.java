package dev.oncemore.once.fingerprint;

/** Where something is in the text and in the document: two numbers in one, so that an array of them is written once. */
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
