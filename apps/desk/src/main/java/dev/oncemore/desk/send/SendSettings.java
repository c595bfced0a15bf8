package dev.oncemore.desk.send;

/**
 * How a sheet is sent.
 *
 * @param connector the accounting system it goes to; empty for the usual one, as long as nothing was sent
 * @param pausedBy who paused it; empty when it is not paused
 */
public record SendSettings(String connector, String pausedBy) {
    static final SendSettings USUAL = new SendSettings("", "");

    /** Whether nothing of it is sent for now. */
    public boolean isPaused() {
        return !pausedBy.isEmpty();
    }
}
