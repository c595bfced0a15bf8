package com.example.shop;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Stands for a mail service that sends one mail per key. */
@Component
class Mailer {
    private final Map<String, String> sent = new ConcurrentHashMap<>();

    void send(String invoice, String key) {
        sent.putIfAbsent(key, invoice);
    }

    List<String> sent() {
        return List.copyOf(sent.values());
    }
}
