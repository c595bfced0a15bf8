package dev.oncemore.torture.nemesis.node;

/** Real sleeps: nodes run in real time. */
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
