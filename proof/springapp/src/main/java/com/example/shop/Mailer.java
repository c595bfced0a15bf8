package com.example.shop;

import dev.oncemore.spring.HandlesTask;
import dev.oncemore.task.TaskRun;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Stands for a mail service that sends one mail per key. */
@Component
class Mailer {
    private final Map<String, String> sent = new ConcurrentHashMap<>();

    // snippet: handler
    @HandlesTask("receipt-mail")
    void mail(Pay pay, TaskRun run) {
        send(pay.invoice(), run.key()); // the same key if the task runs again after a crash
    }
    // end

    private void send(String invoice, String key) {
        sent.putIfAbsent(key, invoice);
    }

    List<String> sent() {
        return List.copyOf(sent.values());
    }
}
