package dev.oncemore.spring;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.RetryStatus;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

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
    /** Created for the first client: loading certificates takes longer than the rest of the starter. */
    private final Supplier<HttpClient> client;

    private final @Nullable RetryListener listener;
    private final Map<String, RetryingHttpClient> byPolicy = new ConcurrentHashMap<>();

    OncemoreClients(Retries retries, Supplier<HttpClient> client, @Nullable RetryListener listener) {
        this.retries = retries;
        this.client = SingletonSupplier.of(client);
        this.listener = listener;
    }

    /** Lets the clients of this builder retry by this policy. */
    public RestClient.Builder apply(RestClient.Builder builder, String policy) {
        return builder.requestFactory(requestFactory(policy));
    }

    /** Lets this template retry by this policy. */
    public RestTemplate apply(RestTemplate template, String policy) {
        template.setRequestFactory(requestFactory(policy));
        return template;
    }

    /** A request factory that retries by this policy, for {@code RestTemplateBuilder} and other clients that block. */
    public JdkClientHttpRequestFactory requestFactory(String policy) {
        return new JdkClientHttpRequestFactory(http(policy));
    }

    /** A connector that retries by this policy, for {@code WebClient}. */
    public ClientHttpConnector connector(String policy) {
        return new JdkClientHttpConnector(http(policy));
    }

    /**
     * The JDK's client that retries by this policy.
     *
     * @throws IllegalArgumentException if there is no such policy; the message lists those that exist
     */
    public RetryingHttpClient http(String policy) {
        return byPolicy.computeIfAbsent(policy, this::create);
    }

    /** The state of the clients that exist, by policy. */
    Map<String, RetryStatus> status() {
        Map<String, RetryStatus> all = new TreeMap<>();
        byPolicy.forEach((policy, http) -> all.put(policy, http.status()));
        return all;
    }

    private RetryingHttpClient create(String name) {
        RetryingHttpClient.Builder builder =
                RetryingHttpClient.builder(client.get(), retries.get(name).policy());
        return (listener == null ? builder : builder.listener(listener)).build();
    }
}
