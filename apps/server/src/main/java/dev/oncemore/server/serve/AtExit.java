package dev.oncemore.server.serve;

/** Closes things when the process ends. */
final class AtExit {
    private AtExit() {}

    /** Closes it then. False when the process is ending already, since somebody was fast with Ctrl-C: then it is closed now. */
    static boolean close(Runnable close) {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(close, "oncemore-close"));
            return true;
        } catch (IllegalStateException e) {
            close.run();
            return false;
        }
    }
}
