package dev.oncemore.server.door;

import jakarta.servlet.ServletRequest;
import org.eclipse.jetty.server.Request;

/** Marks requests whose body arrived late: what was checked before its arrival may have changed since. */
public final class BodyWait {
    private static final String ATTRIBUTE = "oncemore.body.waited";

    private BodyWait() {}

    static void note(Request request) {
        request.setAttribute(ATTRIBUTE, true);
    }

    /** Whether the server had to wait for the body of this request. */
    public static boolean happened(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) != null;
    }
}
