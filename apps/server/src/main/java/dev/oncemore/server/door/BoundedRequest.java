package dev.oncemore.server.door;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body is counted as it is read, by whatever reads it. Above a bound the rest is thrown away as it comes, so that
 * a client that still sends sees the answer; then reading fails.
 */
final class BoundedRequest extends Request.Wrapper {
    private static final int DRAINED_MAX = 2 * BodyLimits.UPLOAD_MAX;
    private static final int FORM_FIELDS_MAX = 2_000;

    private final int bytesMax;
    private final boolean isForm;
    private final BodyBudget.Share share;
    private final SlowClients slow;
    private SlowClients.@Nullable Wait wait;
    private long waitedNanos;
    private boolean ended;
    private long bytes;
    private int fields;
    private @Nullable BodyFailure failure;

    BoundedRequest(Request request, int bytesMax, boolean isForm, BodyBudget.Share share, SlowClients slow) {
        super(request);
        this.bytesMax = bytesMax;
        this.isForm = isForm;
        this.share = share;
        this.slow = slow;
    }

    @Override
    public Content.@Nullable Chunk read() {
        endWait();
        while (true) {
            Content.Chunk chunk = super.read();
            if (chunk == null) {
                beginWait();
                return null;
            }
            if (Content.Chunk.isFailure(chunk)) {
                if (failure == null) {
                    fail(BodyFailure.BROKEN_OFF);
                }
                return chunk;
            }
            count(chunk);
            BodyFailure found = failure;
            if (found == null) {
                return chunk;
            }
            boolean isLast = chunk.isLast();
            chunk.release();
            if (isLast || bytes > DRAINED_MAX) {
                return Content.Chunk.from(new HttpException.RuntimeException(found.status(), found.detail()));
            }
        }
    }

    private synchronized void beginWait() {
        if (!ended) {
            BodyWait.note(this);
            wait = slow.awaitBody(this, bytes, waitedNanos);
        }
    }

    private synchronized void endWait() {
        if (wait != null) {
            waitedNanos += wait.end();
            wait = null;
        }
    }

    /** The request has ended; the rest of its body is not waited for. */
    synchronized void end() {
        ended = true;
        endWait();
        share.close();
    }

    private void count(Content.Chunk chunk) {
        int length = chunk.remaining();
        bytes += length;
        if (failure != null) {
            return;
        }
        if (isForm) {
            fields += separators(chunk.getByteBuffer());
        }
        if (bytes > bytesMax) {
            fail(BodyFailure.TOO_LARGE);
        } else if (fields > FORM_FIELDS_MAX) {
            fail(BodyFailure.TOO_MANY_FIELDS);
        } else if (!share.tryTake(length)) {
            fail(BodyFailure.NO_ROOM);
        }
    }

    private static int separators(ByteBuffer content) {
        int found = 0;
        for (int i = content.position(); i < content.limit(); i++) {
            if (content.get(i) == '&') {
                found++;
            }
        }
        return found;
    }

    /** What is read from now on is thrown away. */
    void fail(BodyFailure found) {
        failure = found;
        BodyFailure.note(this, found);
        if (found != BodyFailure.BROKEN_OFF) {
            share.close();
        }
    }
}
