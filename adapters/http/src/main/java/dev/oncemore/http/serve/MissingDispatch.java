package dev.oncemore.http.serve;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/** Reports asynchronous dispatches that did not pass the filter, and what to do about it. */
final class MissingDispatch {
    private static final Logger LOG = System.getLogger("dev.oncemore.http");

    private final AtomicLong requests = new AtomicLong();

    /** Logs the first, second, fourth, eighth … request: the registration is wrong for all of them. */
    void report(String request) {
        long count = requests.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.log(
                    Level.ERROR,
                    "the asynchronous dispatch of " + request + " did not pass IdempotencyFilter, so its response was"
                            + " lost: its client got 500, and the outcome of its key is unknown (request " + count
                            + " of this kind). Register the filter with IdempotencyFilter.register, or map it to /*"
                            + " for DispatcherType.REQUEST and DispatcherType.ASYNC (in Spring:"
                            + " FilterRegistrationBean.setDispatcherTypes(REQUEST, ASYNC))");
        }
    }
}
