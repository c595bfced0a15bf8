package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.IdempotencyKeys;
import dev.oncemore.lab.doctor.code.corpus.Parts.Mailer;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Orders;
import dev.oncemore.lab.doctor.code.corpus.Parts.ProcessedMessages;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.client.RestTemplate;

/** When a key is stored. */
class Keys {
    private final IdempotencyKeys keys;
    private final ProcessedMessages messages;
    private final Set<String> processedIds;
    private final Map<String, Receipt> receipts;
    private final Bank bank;
    private final Orders orders;
    private final Mailer mailer;
    private final RestTemplate rest;
    private final AtomicInteger processedOrders = new AtomicInteger();

    Keys(
            IdempotencyKeys keys,
            ProcessedMessages messages,
            Set<String> processedIds,
            Map<String, Receipt> receipts,
            Bank bank,
            Orders orders,
            Mailer mailer,
            RestTemplate rest) {
        this.keys = keys;
        this.messages = messages;
        this.processedIds = processedIds;
        this.receipts = receipts;
        this.bank = bank;
        this.orders = orders;
        this.mailer = mailer;
        this.rest = rest;
    }

    @Bad({RetryRule.KEY_AFTER_EFFECT})
    Receipt lookChargeStore(String key, Order order) throws IOException {
        Optional<Receipt> known = keys.find(key);
        if (known.isPresent()) {
            return known.get();
        }
        Receipt receipt = bank.charge(order);
        keys.save(key, receipt);
        return receipt;
    }

    @Bad({RetryRule.KEY_AFTER_EFFECT})
    void listener(String id, Order order) {
        if (messages.contains(id)) {
            return;
        }
        mailer.send(order);
        messages.markProcessed(id);
    }

    @Bad({RetryRule.KEY_AFTER_EFFECT})
    void setInMemory(String id, Order order) {
        if (processedIds.contains(id)) {
            return;
        }
        mailer.send(order);
        processedIds.add(id);
    }

    /** The transaction covers the key, but not the mail of another system. */
    @Bad({RetryRule.KEY_AFTER_EFFECT})
    @Transactional
    public void remoteEffectInATransaction(String id, Order order) {
        if (messages.contains(id)) {
            return;
        }
        rest.postForObject("https://mail.example/send", order, String.class);
        messages.markProcessed(id);
    }

    /** The unique key and the order are committed together, or not at all. */
    @Transactional
    public void oneTransaction(String id, Order order) {
        if (messages.contains(id)) {
            return;
        }
        orders.save(order);
        messages.markProcessed(id);
    }

    Receipt claimsFirst(String key, Order order) throws IOException {
        if (!keys.claim(key)) {
            return keys.find(key).orElseThrow();
        }
        Receipt receipt = bank.charge(order);
        keys.save(key, receipt);
        return receipt;
    }

    void insertsFirst(String key, Order order) {
        if (!keys.insertIfAbsent(key)) {
            return;
        }
        mailer.send(order);
    }

    void addsFirst(String id, Order order) {
        if (!processedIds.add(id)) {
            return;
        }
        mailer.send(order);
    }

    /** No keys: a cache. */
    Receipt cached(String id) throws IOException {
        Receipt known = receipts.get(id);
        if (known != null) {
            return known;
        }
        Receipt found = bank.find(id);
        receipts.put(id, found);
        return found;
    }

    boolean onlyLooks(String key) {
        return keys.exists(key);
    }

    void looksAndSavesWithoutEffect(String key, Receipt receipt) {
        if (!keys.exists(key)) {
            keys.save(key, receipt);
        }
    }

    /** A search marks what it has visited; nothing is done elsewhere. */
    void visits(Node node) {
        if (processedIds.contains(node.id())) {
            return;
        }
        process(node);
        processedIds.add(node.id());
    }

    private void process(Node node) {
        node.children().forEach(this::visits);
    }

    interface Node {
        String id();

        List<Node> children();
    }

    /** The id of a request is for the log. */
    void tracesTheRequest(Trace trace, Order order) {
        if (trace.hasRequestId()) {
            return;
        }
        mailer.send(order);
        trace.setRequestId(order.id());
    }

    interface Trace {
        boolean hasRequestId();

        void setRequestId(String id);
    }

    /** A count, not a key. */
    void counts(Order order) {
        if (processedOrders.get() > 100) {
            return;
        }
        mailer.send(order);
        processedOrders.addAndGet(1);
    }
}
