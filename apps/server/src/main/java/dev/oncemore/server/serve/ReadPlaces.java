package dev.oncemore.server.serve;

import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Principal;
import dev.oncemore.server.web.ClientAddress;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.TrustedProxies;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

/**
 * Limits the concurrent reads of one person: pages in progress take connections to the store and processor time, and
 * responses that wait for a slow client take memory. An account and its tokens are one person.
 */
final class ReadPlaces {
    /** Reads that are processed at a time: of twelve connections to the store, acts take at most eight. */
    static final int MAKING_MAX = 3;

    static final int OPEN_MAX = 32;

    private static final Set<HandlerType> READS = Set.of(HandlerType.GET, HandlerType.HEAD);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String ATTRIBUTE = "oncemore.read";
    /** Live streams are not counted: {@link dev.oncemore.server.console.Live} has limits of its own. */
    private static final String STREAM = "/live";

    private final Map<String, Reader> readers = new HashMap<>();
    private final ResponseBudget budget;
    private final TrustedProxies proxies;

    ReadPlaces(ResponseBudget budget, TrustedProxies proxies) {
        this.budget = budget;
        this.proxies = proxies;
    }

    /** The requests of one person. */
    private static final class Reader {
        private final Semaphore making = new Semaphore(MAKING_MAX, true);
        private int open;
    }

    /** Takes a place before the handler runs; called when the caller is known. */
    void enter(Context context) {
        Principal principal = Authenticator.of(context);
        if (principal.equals(Principal.NOBODY)
                || !READS.contains(context.method())
                || context.path().equals(STREAM)) {
            return;
        }
        String owner = principal.owner();
        Reader reader = open(owner);
        Request.addCompletionListener(request(context), failure -> close(owner));
        if (!tryMake(reader)) {
            throw Refusal.busy("your other requests take too long; wait for them and try again");
        }
        context.attribute(ATTRIBUTE, reader);
    }

    private synchronized Reader open(String owner) {
        Reader reader = readers.computeIfAbsent(owner, none -> new Reader());
        if (reader.open >= OPEN_MAX) {
            throw Refusal.tooMany(
                    "you have " + OPEN_MAX + " requests in progress; wait for one of them", Duration.ofSeconds(1));
        }
        reader.open++;
        return reader;
    }

    private synchronized void close(String owner) {
        readers.computeIfPresent(owner, (name, reader) -> --reader.open == 0 ? null : reader);
    }

    private static boolean tryMake(Reader reader) {
        try {
            return reader.making.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Gives the place back after the handler has run, before the response is sent.
     *
     * @throws Refusal when the memory of responses that are being sent is used up
     */
    void made(Context context) {
        Reader reader = context.attribute(ATTRIBUTE);
        if (reader != null) {
            context.attribute(ATTRIBUTE, null);
            reader.making.release();
        }
        InputStream result = context.resultInputStream();
        if (result instanceof ByteArrayInputStream bytes) {
            Principal principal = Authenticator.of(context);
            String name = principal.equals(Principal.NOBODY)
                    ? ClientAddress.of(proxies.client(context.req()))
                    : principal.owner();
            budget.take(name, request(context), bytes.available());
        }
    }

    private static Request request(Context context) {
        return ServletContextRequest.getServletContextRequest(context.req());
    }
}
