package dev.oncemore.server.cli;

/** The API said no, or said nothing. */
final class ApiException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    ApiException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Whether there is no such thing, or it has changed. */
    boolean isNotThere() {
        return status == 404 || status == 409;
    }
}
