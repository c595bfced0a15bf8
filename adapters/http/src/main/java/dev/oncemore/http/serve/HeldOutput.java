package dev.oncemore.http.serve;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A body that is held back, and kept up to a limit. It is released early in two cases: it has a streamed type and is
 * flushed, or it exceeds the limit. A client that is gone by then does not affect the writer: the work runs to its end.
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

    /** Stops holding back. */
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
            // The client hung up. The request is completed regardless, and a retry gets the outcome.
            clientGone = true;
        }
    }

    @Override
    public void close() {
        // The response ends when its outcome is recorded, not with its last byte.
        flush();
    }

    /** Discards the written bytes; released bytes were not sent yet, or the response could not be reset. */
    void clear() {
        if (passing && !clientGone) {
            client.resetBuffer();
        }
        kept.reset();
        written = 0;
        passing = false;
        tooLarge = false;
    }

    /** Sends the held bytes at the end. */
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

    /** Always ready, because the body is held in memory. */
    @Override
    public boolean isReady() {
        return true;
    }

    /** Called once, on the caller's thread: the listener can write until it is done. */
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
