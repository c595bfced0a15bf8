package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.rule.RetryRule;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** POSTs that are repeated. */
final class Posts {
    private static final URI PAYMENTS = URI.create("https://bank.example/payments");

    private Posts() {}

    static class WithoutKey {
        private final HttpClient http;
        private final RestTemplate rest;
        private final RestClient client;
        private final Retry retry;

        WithoutKey(HttpClient http, RestTemplate rest, RestClient client, Retry retry) {
            this.http = http;
            this.rest = rest;
            this.client = client;
            this.retry = retry;
        }

        @Bad({RetryRule.POST_WITHOUT_KEY})
        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public int ofTheJdk(Order order) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(PAYMENTS)
                    .POST(HttpRequest.BodyPublishers.ofString(order.id()))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        }

        @Bad({RetryRule.POST_WITHOUT_KEY})
        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public String ofRestTemplate(Order order) {
            return rest.postForObject(PAYMENTS, order, String.class);
        }

        @Bad({RetryRule.POST_WITHOUT_KEY})
        public String byExchange(Order order) {
            return retry.executeSupplier(
                    () -> rest.exchange(PAYMENTS, HttpMethod.POST, new HttpEntity<>(order), String.class)
                            .getBody());
        }

        @Bad({RetryRule.POST_WITHOUT_KEY})
        public String ofRestClient(Order order) throws InterruptedException {
            for (int attempt = 1; ; attempt++) {
                try {
                    return client.post().uri(PAYMENTS).body(order).retrieve().body(String.class);
                } catch (org.springframework.web.client.ResourceAccessException e) {
                    if (attempt == 3) {
                        throw e;
                    }
                    Thread.sleep(ThreadLocalRandom.current().nextLong(200));
                }
            }
        }

        @Bad({RetryRule.POST_WITHOUT_KEY})
        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public String deeper(Order order) {
            return send(order);
        }

        private String send(Order order) {
            return rest.postForObject(PAYMENTS, order, String.class);
        }

        /** Nobody repeats it. */
        public String withoutRetry(Order order) {
            return rest.postForObject(PAYMENTS, order, String.class);
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public String get(Order order) {
            return rest.getForObject("https://bank.example/payments/{id}", String.class, order.id());
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public String byExchangeOfGet(Order order) {
            return rest.exchange(PAYMENTS, HttpMethod.GET, new HttpEntity<>(order), String.class)
                    .getBody();
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public void put(Order order) {
            rest.put("https://bank.example/payments/{id}", order, order.id());
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public void delete(Order order) {
            rest.delete("https://bank.example/payments/{id}", order.id());
        }

        /** A search changes nothing, even by POST. */
        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public String search(Order order) {
            return rest.postForObject("https://bank.example/payments/search", order, String.class);
        }

        /** The method is the caller's. */
        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public String anyMethod(HttpMethod method, Order order) {
            HttpEntity<?> body = method == HttpMethod.POST ? new HttpEntity<>(order) : HttpEntity.EMPTY;
            return rest.exchange(PAYMENTS, method, body, String.class).getBody();
        }

        /** A connection that was refused has sent nothing. */
        public String onlyIfNothingWasSent(Order order) throws IOException, InterruptedException {
            for (int attempt = 1; ; attempt++) {
                try {
                    HttpRequest request = HttpRequest.newBuilder(PAYMENTS)
                            .POST(HttpRequest.BodyPublishers.ofString(order.id()))
                            .build();
                    return http.send(request, HttpResponse.BodyHandlers.ofString())
                            .body();
                } catch (ConnectException e) {
                    if (attempt == 3) {
                        throw e;
                    }
                    Thread.sleep(ThreadLocalRandom.current().nextLong(200));
                }
            }
        }
    }

    static class WithKey {
        private final HttpClient http;
        private final RestClient client;

        WithKey(HttpClient http, RestClient client) {
            this.http = http;
            this.client = client;
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public int ofTheJdk(Order order) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(PAYMENTS)
                    .header("Idempotency-Key", order.id())
                    .POST(HttpRequest.BodyPublishers.ofString(order.id()))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public String ofRestClient(Order order) {
            return client.post()
                    .uri(PAYMENTS)
                    .header("Idempotency-Key", order.id())
                    .body(order)
                    .retrieve()
                    .body(String.class);
        }
    }
}
