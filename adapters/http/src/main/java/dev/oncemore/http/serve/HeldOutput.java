package dev.oncemore.http.serve;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A body that is held back, and kept up to a limit. It is let go before its end in two cases: it is of a streamed type and is
 * flushed, or it grows over the limit. A client that is gone by then changes nothing for who writes: the work goes on to its end.
 */
final class HeldOutput extends ServletOutputStream {
    private final HttpServletResponse client;
    private final int bytesMax;
    private final BooleanSupplier streamed;
    private final BooleanSupplier closed;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long written;
    private boolean tooLarge;
    private boolean passing;
    private boolean clientGone;

    HeldOutput(HttpServletResponse client, int bytesMax, BooleanSupplier streamed, BooleanSupplier closed) {
        this.client = client;
        this.bytesMax = bytesMax;
        this.streamed = streamed;
        this.closed = closed;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (closed.getAsBoolean()) {
            return;
        }
        written += length;
        if (!tooLarge && kept.size() + (long) length > bytesMax) {
            pass();
            tooLarge = true;
            kept.reset();
        }
        if (!tooLarge) {
            kept.write(bytes, offset, length);
        }
        if (passing) {
            send(bytes, offset, length);
        }
    }

    @Override
    public void flush() {
        if (!closed.getAsBoolean() && streamed.getAsBoolean()) {
            pass();
            try {
                client.flushBuffer();
            } catch (IOException e) {
                clientGone = true;
            }
        }
    }

    /** From now on nothing is held back. */
    private void pass() {
        if (!passing) {
            passing = true;
            byte[] before = kept.toByteArray();
            send(before, 0, before.length);
        }
    }

    private void send(byte[] bytes, int offset, int length) {
        if (clientGone) {
            return;
        }
        try {
            client.getOutputStream().write(bytes, offset, length);
        } catch (IOException e) {
            // The client hung up. What it asked for happens all the same, and its retry gets the outcome.
            clientGone = true;
        }
    }

    @Override
    public void close() {
        // The response ends with its outcome, not with its last byte.
        flush();
    }

    /** Takes back what was written; what had been let go was not sent yet, or the response could not be taken back. */
    void clear() {
        if (passing && !clientGone) {
            client.resetBuffer();
        }
        kept.reset();
        written = 0;
        passing = false;
        tooLarge = false;
    }

    /** At the end: what was held back. */
    void release() throws IOException {
        if (!passing && kept.size() > 0) {
            passing = true;
            client.getOutputStream().write(kept.toByteArray());
        }
    }

    long written() {
        return written;
    }

    boolean isTooLarge() {
        return tooLarge;
    }

    byte[] kept() {
        return kept.toByteArray();
    }

    /** Held back in memory, it takes everything at once. */
    @Override
    public boolean isReady() {
        return true;
    }

    /** Called once, on the caller's thread: it will find that it can write until it is done. */
    @Override
    public void setWriteListener(@Nullable WriteListener listener) {
        if (listener == null) {
            throw new NullPointerException("listener");
        }
        try {
            listener.onWritePossible();
        } catch (IOException | RuntimeException e) {
            listener.onError(e);
        }
    }
}
