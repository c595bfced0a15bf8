package dev.oncemore.server.door;

import jakarta.servlet.ServletRequest;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/** Why a body could not be read. Kept as an attribute of the request, because readers wrap the exception in their own. */
public enum BodyFailure {
    /** The client stopped sending, or sent malformed HTTP. */
    BROKEN_OFF(400, "the body is incomplete, or not valid HTTP"),
    /** More than this path accepts. */
    TOO_LARGE(413, "the body is too large: a file may have 10 MB, other requests less; split it"),
    /** A form with more fields than any of ours has. */
    TOO_MANY_FIELDS(413, "the form has too many fields"),
    /** The memory for bodies is in use. */
    NO_ROOM(503, "too many uploads at the moment; try again");

    private static final String ATTRIBUTE = "oncemore.body.failure";

    private final int status;
    private final String detail;

    BodyFailure(int status, String detail) {
        this.status = status;
        this.detail = detail;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** What to do about it. */
    public String detail() {
        return detail;
    }

    static void note(Request request, BodyFailure failure) {
        request.setAttribute(ATTRIBUTE, failure);
    }

    /** The failure of this request's body, if it had one. */
    public static Optional<BodyFailure> of(ServletRequest request) {
        return Optional.ofNullable((BodyFailure) request.getAttribute(ATTRIBUTE));
    }

    static Optional<BodyFailure> of(Request request) {
        return Optional.ofNullable((BodyFailure) request.getAttribute(ATTRIBUTE));
    }
}
