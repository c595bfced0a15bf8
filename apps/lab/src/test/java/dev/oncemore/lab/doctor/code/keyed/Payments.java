package dev.oncemore.lab.doctor.code.keyed;

import io.github.resilience4j.retry.annotation.Retry;
import org.springframework.web.client.RestTemplate;

/** Says nothing about keys: the interceptor adds them. */
class Payments {
    private final RestTemplate rest;

    Payments(RestTemplate rest) {
        this.rest = rest;
    }

    @Retry(name = "bank")
    public String pay(String order) {
        return rest.postForObject("https://bank.example/payments", order, String.class);
    }
}
