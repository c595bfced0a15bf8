package dev.oncemore.torture.nemesis.node;

/** Real waiting, which is what these nodes are about. */
final class Pauses {
    private Pauses() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
