package dev.oncemore.once.fingerprint;

/** Copies pieces of text. Most are so short that a call of {@code arraycopy} would take longer than copying them. */
final class Pieces {
    /** How much larger than what is in it a target must be: short pieces are copied with some of what is behind them. */
    static final int SLACK_BYTES = 2 * Long.BYTES;

    private static final int SHORT_BYTES = 64;

    private Pieces() {}

    static void copy(byte[] from, int fromPlace, byte[] to, int toPlace, int length) {
        if (length > SHORT_BYTES || fromPlace > from.length - length - SLACK_BYTES) {
            System.arraycopy(from, fromPlace, to, toPlace, length);
            return;
        }
        copyEight(from, fromPlace, to, toPlace);
        copyEight(from, fromPlace + Long.BYTES, to, toPlace + Long.BYTES);
        for (int i = 2 * Long.BYTES; i < length; i += Long.BYTES) {
            copyEight(from, fromPlace + i, to, toPlace + i);
        }
    }

    private static void copyEight(byte[] from, int fromPlace, byte[] to, int toPlace) {
        Transcript.EIGHT_BYTES.set(to, toPlace, (long) Transcript.EIGHT_BYTES.get(from, fromPlace));
    }
}
