package dev.oncemore.server.serve;

import dev.oncemore.server.web.Refusal;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.server.Request;

/**
 * Bounds the memory of all responses that are being sent: a client that reads slowly keeps its response there. One reader may
 * use half of it. Small responses are not counted, and the first large one of each reader is not refused, so that every file
 * can be fetched.
 */
final class ResponseBudget {
    private static final int FREE_BYTES = 64 << 10;

    private final long max;
    private final Map<String, Long> byReader = new HashMap<>();
    private long used;

    /**
     * A budget.
     *
     * @param max the bytes of all responses
     */
    ResponseBudget(long max) {
        this.max = max;
    }

    /** A quarter of the heap. */
    static ResponseBudget ofHeap() {
        return new ResponseBudget(Runtime.getRuntime().maxMemory() / 4);
    }

    /**
     * Takes room for a response until its request has ended.
     *
     * @throws Refusal when there is none
     */
    void take(String reader, Request request, int bytes) {
        if (bytes <= FREE_BYTES) {
            return;
        }
        synchronized (this) {
            long before = byReader.getOrDefault(reader, 0L);
            if (before > 0 && (before + bytes > max / 2 || used + bytes > max)) {
                throw Refusal.busy("too many large responses are still being sent to you; read them first");
            }
            byReader.put(reader, before + bytes);
            used += bytes;
        }
        Request.addCompletionListener(request, failure -> giveBack(reader, bytes));
    }

    private synchronized void giveBack(String reader, int bytes) {
        used -= bytes;
        byReader.computeIfPresent(reader, (name, count) -> count <= bytes ? null : count - bytes);
    }
}
