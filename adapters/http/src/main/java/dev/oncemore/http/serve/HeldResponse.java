package dev.oncemore.http.serve;

import dev.oncemore.once.record.Bytes;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A response held back until its outcome is recorded. Headers and status go directly to the container's response, which
 * sends nothing before it is committed; the body, an error and a redirect are kept here.
 */
final class HeldResponse extends HttpServletResponseWrapper {
    private static final String CONTENT_LENGTH = "Content-Length";

    private final HttpServletResponse client;
    private final IdempotencySettings settings;
    private final HeldOutput output;
    private @Nullable PrintWriter writer;
    private boolean streamTaken;
    private @Nullable String error;
    private boolean closed;

    HeldResponse(HttpServletResponse client, IdempotencySettings settings) {
        super(client);
        this.client = client;
        this.settings = settings;
        output = new HeldOutput(client, settings.responseBytesMax, this::isStreamed, () -> closed);
    }

    private boolean isStreamed() {
        String type = client.getContentType();
        int end = type == null ? -1 : type.indexOf(';');
        return type != null && settings.streamedTypes.contains((end < 0 ? type : type.substring(0, end)).strip());
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer != null) {
            throw new IllegalStateException("getWriter() has been called for this response");
        }
        streamTaken = true;
        return output;
    }

    @Override
    public PrintWriter getWriter() {
        if (streamTaken) {
            throw new IllegalStateException("getOutputStream() has been called for this response");
        }
        PrintWriter made = writer;
        if (made == null) {
            // As the container does: from here on the Content-Type includes the encoding.
            String encoding = client.getCharacterEncoding();
            client.setCharacterEncoding(encoding);
            made = new PrintWriter(new OutputStreamWriter(output, Charset.forName(encoding)));
            writer = made;
        }
        return made;
    }

    @Override
    public void flushBuffer() throws IOException {
        flushWriter();
        output.flush();
    }

    private void flushWriter() {
        if (writer != null) {
            writer.flush();
        }
    }

    @Override
    public boolean isCommitted() {
        return closed || client.isCommitted();
    }

    @Override
    public void reset() {
        forget();
        streamTaken = false;
        writer = null;
        client.reset();
    }

    @Override
    public void resetBuffer() {
        forget();
    }

    private void forget() {
        if (isCommitted()) {
            throw new IllegalStateException("the response is committed");
        }
        flushWriter();
        output.clear();
    }

    @Override
    public void sendError(int status) {
        sendError(status, "");
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        forget();
        client.setStatus(status);
        error = message == null ? "" : message;
        closed = true;
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    /** New in Servlet 6.1, where it overrides; unused in 6.0. */
    @SuppressWarnings("MissingOverride")
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        if (clearBuffer) {
            forget();
        }
        client.setStatus(status);
        client.setHeader("Location", location);
        closed = true;
    }

    /** Whether less was written than announced: the response is incomplete. */
    boolean isTruncated() {
        flushWriter();
        String announced = client.getHeader(CONTENT_LENGTH);
        return announced != null && error == null && !closed && Long.parseLong(announced) > output.written();
    }

    /** Returns the part that is recorded. */
    StoredResponse snapshot(int status) {
        flushWriter();
        List<StoredResponse.Header> headers = new ArrayList<>();
        for (String name : settings.replayedHeaders) {
            for (String value : client.getHeaders(name)) {
                headers.add(new StoredResponse.Header(name, value));
            }
        }
        String type = client.getContentType();
        if (type != null && headers.stream().noneMatch(header -> header.name().equals("Content-Type"))) {
            headers.add(new StoredResponse.Header("Content-Type", type));
        }
        if (error != null) {
            return new StoredResponse(
                    StoredResponse.Kind.ERROR, status, headers, Bytes.of(error.getBytes(StandardCharsets.UTF_8)));
        }
        return output.isTooLarge()
                ? new StoredResponse(StoredResponse.Kind.TOMBSTONE, status, headers, Bytes.of(new byte[0]))
                : new StoredResponse(StoredResponse.Kind.WHOLE, status, headers, Bytes.of(output.kept()));
    }

    /** Sends the response to the client. */
    void release() throws IOException {
        flushWriter();
        if (error != null) {
            Replay.sendError(client, client.getStatus(), error);
        } else {
            output.release();
        }
    }
}
