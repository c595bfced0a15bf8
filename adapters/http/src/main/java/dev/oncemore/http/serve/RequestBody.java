package dev.oncemore.http.serve;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A body that was already read, for the servlet to read again. */
final class RequestBody extends ServletInputStream {
    private final ByteArrayInputStream bytes;

    RequestBody(byte[] bytes) {
        this.bytes = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() {
        return bytes.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        return bytes.read(into, offset, length);
    }

    @Override
    public byte[] readAllBytes() {
        return bytes.readAllBytes();
    }

    @Override
    public int available() {
        return bytes.available();
    }

    @Override
    public boolean isFinished() {
        return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    /** The body is complete: the listener reads it on the caller's thread. */
    @Override
    public void setReadListener(@Nullable ReadListener listener) {
        Objects.requireNonNull(listener, "listener");
        try {
            if (!isFinished()) {
                listener.onDataAvailable();
            }
            if (isFinished()) {
                listener.onAllDataRead();
            }
        } catch (IOException | RuntimeException e) {
            listener.onError(e);
        }
    }
}
