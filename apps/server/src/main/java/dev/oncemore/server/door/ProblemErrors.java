package dev.oncemore.server.door;

import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.SafeHeaders;
import dev.oncemore.server.web.TrustedProxies;
import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Writes the refusals of Jetty itself as problem+json, like all others, without quoting the request or the failure. */
final class ProblemErrors extends ErrorHandler {
    private static final String TYPE = "application/problem+json";

    private final TrustedProxies proxies;

    ProblemErrors(TrustedProxies proxies) {
        this.proxies = proxies;
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        BodyFailure failure = BodyFailure.of(request).orElse(null);
        int status = failure != null ? failure.status() : code;
        HttpFields.Mutable headers = response.getHeaders();
        SafeHeaders.add(headers, "", proxies.isSecure(request));
        headers.put(HttpHeader.CONTENT_TYPE, TYPE);
        if (failure != null) {
            headers.put(HttpHeader.CONNECTION, "close");
        }
        response.setStatus(status);
        // The text of a cause may quote the request, or tell of our insides.
        boolean isOurs = cause == null && status < 500;
        String detail = failure != null
                ? failure.detail()
                : isOurs && message != null ? message : HttpStatus.getMessage(status);
        response.write(true, body(status, detail), callback);
    }

    private static ByteBuffer body(int status, String detail) {
        Map<String, Object> problem = Map.of(
                "type", "about:blank", "title", HttpStatus.getMessage(status), "status", status, "detail", detail);
        return ByteBuffer.wrap(Answers.bytes(problem));
    }
}
