package dev.oncemore.lab.doctor.code.keyed;

import java.io.IOException;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/** Adds the key of the order that is being paid. */
final class KeyInterceptor implements ClientHttpRequestInterceptor {
    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        request.getHeaders()
                .set("Idempotency-Key", Integer.toHexString(request.getURI().hashCode()));
        return execution.execute(request, body);
    }
}
