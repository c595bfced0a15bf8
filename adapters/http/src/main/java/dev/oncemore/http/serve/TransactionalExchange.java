package dev.oncemore.http.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Outcome;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request whose handler runs claim, effect and response in a transaction of its own.
 *
 * <ol>
 *   <li>The chain runs; its response is held back. Its handler may settle the request.
 *   <li>A response of a request that was not settled is provisional: if its status is kept, it is recorded under the key, or
 *       the key has an outcome already.
 *   <li>The first request with a key gets its own response if its status is the recorded one, every other one what was
 *       recorded.
 * </ol>
 */
final class TransactionalExchange {
    private static final int FIRST_SERVER_ERROR = 500;
    private static final Logger LOG = System.getLogger("dev.oncemore.http");

    private final KeyedRequest keyed;
    private final ResponseRecorder recorder;
    private final IdempotencySettings settings;

    TransactionalExchange(KeyedRequest keyed, ResponseRecorder recorder, IdempotencySettings settings) {
        this.keyed = keyed;
        this.recorder = recorder;
        this.settings = settings;
    }

    /** Whether the key was new, and has an outcome now. */
    boolean isNew() {
        return isOwn(keyed.outcome());
    }

    private static boolean isOwn(@Nullable Outcome<StoredResponse> outcome) {
        return (outcome instanceof Outcome.Done<StoredResponse> done && !done.isReplay())
                || (outcome instanceof Outcome.DoneWithoutValue<StoredResponse> without && !without.isReplay());
    }

    /** Returns the failure of the store if it could not record a response; then nothing was sent. */
    @Nullable
    OncemoreException serve(ReadRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Map<String, List<String>> before = HeaderLines.of(response);
        ClientResponse client = new ClientResponse(response, () -> false);
        HeldResponse held = new HeldResponse(client, settings);
        request.mustNotBeAsync();
        request.setAttribute(KeyedRequest.ATTRIBUTE, keyed);
        try {
            chain.doFilter(request, held);
        } catch (IOException | ServletException | RuntimeException e) {
            Outcome<StoredResponse> committed = keyed.outcome();
            if (committed == null) {
                throw e; // its transaction was rolled back, if it had one
            }
            LOG.log(Level.WARNING, "the handler threw after its commit; the recorded response is sent", e);
            replace(client, before, committed);
            return null;
        }
        Outcome<StoredResponse> outcome = keyed.outcome();
        int status = client.getStatus();
        if (outcome == null && isKept(status) && !held.isTruncated()) {
            try {
                outcome = recorder.record(keyed, held.snapshot(status));
            } catch (OncemoreException e) {
                HeaderLines.restart(client, before, IdempotencySettings.SECURITY);
                return e;
            }
            keyed.settle(outcome);
        }
        if (outcome == null || (isOwn(outcome) && agrees(outcome, status))) {
            held.release();
        } else {
            replace(client, before, outcome);
        }
        return null;
    }

    /** Frameworks turn an exception after the commit into a response, which must not hide what was recorded. */
    private static boolean agrees(Outcome<StoredResponse> outcome, int status) {
        return outcome instanceof Outcome.Done<StoredResponse> done
                ? done.value().status() == status
                : status < FIRST_SERVER_ERROR;
    }

    /** A failure of the server left nothing behind that had to be kept. */
    private boolean isKept(int status) {
        return status < FIRST_SERVER_ERROR && KeyedExchange.fate(status, settings) == ResponseDisposition.KEEP;
    }

    private void replace(ClientResponse client, Map<String, List<String>> before, Outcome<StoredResponse> outcome)
            throws IOException {
        HeaderLines.restart(client, before, IdempotencySettings.SECURITY);
        Replay.of(outcome).write(client, settings);
    }
}
