package dev.oncemore.spring;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.RetryListener;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Spring's HTTP clients with the policies of {@code oncemore.policies}: retries below the client, {@code Retry-After}, and
 * requests with an {@code Idempotency-Key} that are safe to repeat.
 *
 * <pre>{@code
 * @Bean
 * RestClient bank(RestClient.Builder builder, OncemoreClients clients) {
 *     return clients.apply(builder, "bank").build();
 * }
 * }</pre>
 *
 * <p>The clients are made from the application's {@link HttpClient} bean, if it has one. All clients of a policy share one breaker,
 * budget and limits; methods with {@link Retrying} have others.
 */
public final class OncemoreClients {
    private final Retries retries;
    private final HttpClient client;
    private final @Nullable RetryListener listener;
    private final Map<String, RetryingHttpClient> byPolicy = new ConcurrentHashMap<>();

    OncemoreClients(Retries retries, HttpClient client, @Nullable RetryListener listener) {
        this.retries = retries;
        this.client = client;
        this.listener = listener;
    }

    /** Lets the clients of this builder retry by this policy. */
    public RestClient.Builder apply(RestClient.Builder builder, String policy) {
        return builder.requestFactory(requestFactory(policy));
    }

    /** A request factory that retries by this policy, for {@code RestTemplate} and {@code @HttpExchange}. */
    public JdkClientHttpRequestFactory requestFactory(String policy) {
        return new JdkClientHttpRequestFactory(http(policy));
    }

    /**
     * The JDK's client that retries by this policy, for {@code WebClient} and others.
     *
     * @throws IllegalArgumentException if there is no such policy; the message lists those that exist
     */
    public RetryingHttpClient http(String policy) {
        return byPolicy.computeIfAbsent(policy, this::create);
    }

    private RetryingHttpClient create(String name) {
        RetryingHttpClient.Builder builder =
                RetryingHttpClient.builder(client, retries.get(name).policy());
        return (listener == null ? builder : builder.listener(listener)).build();
    }
}
