package dev.oncemore.server.door;

import jakarta.servlet.ServletRequest;
import org.eclipse.jetty.server.Request;

/** Whether a body arrived later than its request: what was checked in between may be true no more. */
public final class BodyWait {
    private static final String ATTRIBUTE = "oncemore.body.waited";

    private BodyWait() {}

    static void note(Request request) {
        request.setAttribute(ATTRIBUTE, true);
    }

    /** Whether somebody had to wait for the body of this request. */
    public static boolean happened(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) != null;
    }
}
