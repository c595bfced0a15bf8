package dev.oncemore.http.serve;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The container's response while the client is connected. After a disconnect the container recycles its response while
 * the work may still run: from then on status and headers are kept here, and the container's response is not touched.
 * They are also kept here from an asynchronous dispatch until the filter is passed again: if it never is, the container
 * sends the error that it was left with.
 *
 * <p>It is no {@code HttpServletResponseWrapper}, so that the container's response cannot be unwrapped: after a forward
 * Tomcat would find and suspend it, and the held body would never be sent.
 */
final class ClientResponse implements HttpServletResponse {
    private static final String CONTENT_TYPE = HeaderLines.CONTENT_TYPE;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final HttpServletResponse container;
    /** Whether the container calls, because it is telling of an error, and not the application. */
    private final BooleanSupplier toldByContainer;

    /** Null while status and headers go to the container. */
    private @Nullable Map<String, List<String>> headers;

    private boolean gone;
    private int status;
    private String encoding = "";

    ClientResponse(HttpServletResponse container, BooleanSupplier toldByContainer) {
        this.container = container;
        this.toldByContainer = toldByContainer;
    }

    /** Called when the client is gone, while the container still allows reading its response. */
    synchronized void leave() {
        gone = true;
        detach();
    }

    /** Leaves the container with an error until {@link #resume}. */
    synchronized void suspend() {
        if (headers == null && !container.isCommitted()) {
            detach();
            container.setStatus(SC_INTERNAL_SERVER_ERROR);
        }
    }

    private void detach() {
        if (headers == null) {
            status = container.getStatus();
            encoding = container.getCharacterEncoding();
            headers = HeaderLines.of(container);
        }
    }

    /** Ends {@link #suspend}; without effect if the client is gone. */
    synchronized void resume() {
        Map<String, List<String>> kept = headers;
        if (kept == null || gone) {
            return;
        }
        headers = null;
        container.setStatus(status);
        for (String name : List.copyOf(container.getHeaderNames())) {
            if (!kept.containsKey(name)) {
                container.setHeader(name, null);
            }
        }
        HeaderLines.write(kept, container);
        if (!encoding.equalsIgnoreCase(container.getCharacterEncoding())) {
            container.setCharacterEncoding(encoding);
        }
    }

    @Override
    public synchronized void setStatus(int status) {
        if (headers == null) {
            container.setStatus(status);
        } else if (!gone || !toldByContainer.getAsBoolean()) {
            // Tomcat sets 500 when the client is gone, while the work may still end well.
            this.status = status;
        }
    }

    @Override
    public synchronized int getStatus() {
        return headers == null ? container.getStatus() : status;
    }

    @Override
    public synchronized void setHeader(String name, @Nullable String value) {
        if (headers == null) {
            container.setHeader(name, value);
        } else {
            headers.remove(name);
            addHeader(name, value);
        }
    }

    @Override
    public synchronized void addHeader(String name, @Nullable String value) {
        if (headers == null) {
            container.addHeader(name, value);
        } else if (value != null) {
            headers.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public void setDateHeader(String name, long epochMillis) {
        setHeader(name, date(epochMillis));
    }

    @Override
    public void addDateHeader(String name, long epochMillis) {
        addHeader(name, date(epochMillis));
    }

    private static String date(long epochMillis) {
        return DATE.format(Instant.ofEpochMilli(epochMillis).atOffset(ZoneOffset.UTC));
    }

    @Override
    public synchronized boolean containsHeader(String name) {
        return headers == null ? container.containsHeader(name) : headers.containsKey(name);
    }

    @Override
    public synchronized @Nullable String getHeader(String name) {
        return headers == null
                ? container.getHeader(name)
                : headers.getOrDefault(name, List.of()).stream().findFirst().orElse(null);
    }

    @Override
    public synchronized Collection<String> getHeaders(String name) {
        return headers == null ? container.getHeaders(name) : List.copyOf(headers.getOrDefault(name, List.of()));
    }

    @Override
    public synchronized Collection<String> getHeaderNames() {
        return headers == null ? container.getHeaderNames() : List.copyOf(headers.keySet());
    }

    @Override
    public synchronized void setContentType(@Nullable String type) {
        if (headers == null) {
            container.setContentType(type);
        } else {
            setHeader(CONTENT_TYPE, type);
        }
    }

    @Override
    public synchronized @Nullable String getContentType() {
        return headers == null ? container.getContentType() : getHeader(CONTENT_TYPE);
    }

    @Override
    public synchronized void setCharacterEncoding(@Nullable String encoding) {
        if (headers == null) {
            container.setCharacterEncoding(encoding);
        } else if (encoding != null) {
            this.encoding = Charset.forName(encoding).name();
            String type = getContentType();
            if (type != null && !type.contains("charset=")) {
                setContentType(type + ";charset=" + encoding);
            }
        }
    }

    @Override
    public synchronized String getCharacterEncoding() {
        return headers == null ? container.getCharacterEncoding() : encoding;
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public synchronized void setContentLengthLong(long length) {
        if (headers == null) {
            container.setContentLengthLong(length);
        } else {
            setHeader("Content-Length", Long.toString(length));
        }
    }

    @Override
    public synchronized ServletOutputStream getOutputStream() throws IOException {
        requireClient();
        return container.getOutputStream();
    }

    @Override
    public synchronized void flushBuffer() throws IOException {
        requireClient();
        container.flushBuffer();
    }

    /** Bytes need their headers first, so that writing ends a suspension. */
    private void requireClient() throws IOException {
        resume();
        if (gone) {
            throw new IOException("the client is gone");
        }
    }

    @Override
    public synchronized boolean isCommitted() {
        return headers == null && container.isCommitted();
    }

    @Override
    public synchronized void resetBuffer() {
        if (!gone) {
            container.resetBuffer();
        }
    }

    @Override
    public synchronized void reset() {
        if (headers == null) {
            container.reset();
        } else {
            headers.clear();
            status = SC_OK;
        }
    }

    @Override
    public synchronized void addCookie(Cookie cookie) {
        if (!gone) {
            container.addCookie(cookie);
        }
    }

    @Override
    public synchronized String encodeURL(String url) {
        return !gone ? container.encodeURL(url) : url;
    }

    @Override
    public synchronized String encodeRedirectURL(String url) {
        return !gone ? container.encodeRedirectURL(url) : url;
    }

    @Override
    public synchronized void sendError(int status, String message) throws IOException {
        requireClient();
        container.sendError(status, message);
    }

    @Override
    public synchronized void sendError(int status) throws IOException {
        requireClient();
        container.sendError(status);
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    /** New in Servlet 6.1, where it overrides. A held response keeps redirects itself and needs neither method. */
    @SuppressWarnings("MissingOverride")
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        setStatus(status);
        setHeader("Location", location);
    }

    @Override
    public synchronized PrintWriter getWriter() throws IOException {
        requireClient();
        return container.getWriter();
    }

    @Override
    public synchronized void setBufferSize(int size) {
        if (!gone) {
            container.setBufferSize(size);
        }
    }

    @Override
    public synchronized int getBufferSize() {
        return !gone ? container.getBufferSize() : 0;
    }

    @Override
    public synchronized void setLocale(Locale locale) {
        if (!gone) {
            container.setLocale(locale);
        }
    }

    @Override
    public synchronized Locale getLocale() {
        return !gone ? container.getLocale() : Locale.ROOT;
    }

    @Override
    public synchronized void setTrailerFields(Supplier<Map<String, String>> supplier) {
        if (!gone) {
            container.setTrailerFields(supplier);
        }
    }

    @Override
    public synchronized @Nullable Supplier<Map<String, String>> getTrailerFields() {
        return !gone ? container.getTrailerFields() : null;
    }
}
