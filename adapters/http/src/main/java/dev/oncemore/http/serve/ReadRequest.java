package dev.oncemore.http.serve;

import dev.oncemore.once.Payload;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request whose body was read for its fingerprint and can be read again. */
final class ReadRequest extends HttpServletRequestWrapper {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final byte @Nullable [] body;
    private final Payload payload;
    private @Nullable RequestBody stream;
    private @Nullable BufferedReader reader;
    private @Nullable Map<String, String[]> parameters;
    private @Nullable KeyedExchange exchange;
    private boolean isAsyncRefused;

    /** Creates a request with its body; null if the container keeps the body in parts. */
    ReadRequest(HttpServletRequest request, byte @Nullable [] body, Payload payload) {
        super(request);
        this.body = body;
        this.payload = payload;
    }

    Payload payload() {
        return payload;
    }

    /** Makes asynchronous work on this request part of an exchange. */
    void belongsTo(KeyedExchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (body == null) {
            return super.getInputStream();
        }
        if (reader != null) {
            throw new IllegalStateException("getReader() has been called for this request");
        }
        RequestBody made = stream == null ? new RequestBody(body) : stream;
        stream = made;
        return made;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (body == null) {
            return super.getReader();
        }
        if (stream != null) {
            throw new IllegalStateException("getInputStream() has been called for this request");
        }
        BufferedReader made = reader == null
                ? new BufferedReader(new InputStreamReader(new RequestBody(body), charset(StandardCharsets.ISO_8859_1)))
                : reader;
        reader = made;
        return made;
    }

    private Charset charset(Charset otherwise) {
        String encoding = getCharacterEncoding();
        return encoding == null ? otherwise : Charset.forName(encoding);
    }

    /** The form parameters; null if the container can read the parameters itself, since the body is no form. */
    private @Nullable Map<String, String[]> form() {
        String type = getContentType();
        if (body == null || type == null || !type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
            return null;
        }
        Map<String, String[]> read = parameters;
        if (read == null) {
            Charset charset = charset(StandardCharsets.UTF_8);
            read = FormParameters.read(getQueryString(), new String(body, charset), charset);
            parameters = read;
        }
        return read;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        Map<String, String[]> form = form();
        return form == null ? super.getParameterValues(name) : form.get(name);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        Map<String, String[]> form = form();
        return form == null ? super.getParameterNames() : Collections.enumeration(form.keySet());
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> form = form();
        return form == null ? super.getParameterMap() : form;
    }

    /** Refuses asynchronous work: the transaction of the request must have ended when its chain returns. */
    void mustNotBeAsync() {
        isAsyncRefused = true;
    }

    @Override
    public boolean isAsyncSupported() {
        return !isAsyncRefused && super.isAsyncSupported();
    }

    private void requireAsync() {
        if (isAsyncRefused) {
            throw new IllegalStateException("a request with a key and a transaction cannot be asynchronous");
        }
    }

    @Override
    public AsyncContext startAsync() {
        requireAsync();
        KeyedExchange own = exchange;
        return own == null ? super.startAsync() : own.startAsync(super::startAsync, this, own.response());
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        requireAsync();
        KeyedExchange own = exchange;
        return own == null ? super.startAsync(request, response) : own.startAsync(super::startAsync, request, response);
    }

    @Override
    public AsyncContext getAsyncContext() {
        AsyncContext context = super.getAsyncContext();
        KeyedExchange own = exchange;
        return own == null ? context : own.held(context);
    }
}
