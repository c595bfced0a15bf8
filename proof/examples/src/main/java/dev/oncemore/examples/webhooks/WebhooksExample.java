package dev.oncemore.examples.webhooks;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.LocalServer;
import dev.oncemore.examples.run.LocalServer.Request;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.InMemoryEndpoints;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A bank notifies a shop of two payments. An attacker listens, sends a message again, and forges one. */
public final class WebhooksExample implements Example {
    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new WebhooksExample());
    }

    @Override
    public String name() {
        return "webhooks";
    }

    @Override
    public String summary() {
        return "sender and receiver: forged and repeated messages, rotation of secrets, 410";
    }

    @Override
    public Tally wanted() {
        return Tally.of(2, "parcels for two payments");
    }

    @Override
    public Tally accident(Consumer<String> out) throws Exception {
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Shop shop = new Shop(sqlite, secret());
            String[] posts = {"{\"paid\": 1}", "{\"paid\": 1}", "{\"paid\": 2}", "{\"paid\": 3}"};
            for (String json : posts) {
                shop.receiveNaively(new Request("POST", name -> null, json.getBytes(StandardCharsets.UTF_8)));
            }
            out.accept("Payment 1 is delivered twice: the response to the first message was lost.");
            out.accept("Payment 2 is delivered once.");
            out.accept("Payment 3 never happened: anybody can post to this address.");
            return Tally.of(shop.parcels(), "parcels for two payments");
        }
    }

    @Override
    public Tally cure(Consumer<String> out) throws Exception {
        WebhookSecret old = secret();
        AtomicReference<@Nullable Request> overheard = new AtomicReference<>();
        try (FreshDatabase bankData = Sqlite.freshDatabase();
                FreshDatabase shopData = Sqlite.freshDatabase()) {
            Shop shop = new Shop(shopData, old);
            try (LocalServer server = LocalServer.start(request -> {
                overheard.set(request);
                return shop.receive(request);
            })) {
                Bank bank = new Bank(bankData, server, old);
                out.accept("Payment 1: " + bank.send("payment-1", "{\"paid\": 1}") + ", with signature and id");
                out.accept(
                        "Payment 1 again, because the response was lost: " + bank.replay("payment-1", "{\"paid\": 1}"));

                Request captured = overheard.get();
                if (captured == null) {
                    throw new IllegalStateException("nothing was overheard");
                }
                attack(out, shop, captured);
                rotate(out, shop, bank, old);
                shop.leave();
                out.accept("The shop answers 410: " + bank.send("payment-4", "{}")
                        + ", and nothing is sent there any more: " + bank.send("payment-5", "{}"));
            }
            return Tally.of(shop.parcels(), "parcels for two payments");
        }
    }

    private static void attack(Consumer<String> out, Shop shop, Request captured) {
        out.accept("An attacker sends the captured message at once: "
                + shop.receive(captured).status() + ", a duplicate that changes nothing");
        shop.setClock(InstantSource.offset(InstantSource.system(), Duration.ofMinutes(10)));
        out.accept("and ten minutes later: " + shop.receive(captured).status() + ", its timestamp is too old");
        shop.setClock(InstantSource.system());
        byte[] forged = "{\"paid\": 3}".getBytes(StandardCharsets.UTF_8);
        out.accept("and with another body: "
                + shop.receive(new Request("POST", captured.header(), forged)).status()
                + ", the signature does not match");
    }

    private static void rotate(Consumer<String> out, Shop shop, Bank bank, WebhookSecret old) throws Exception {
        WebhookSecret fresh = secret();
        // snippet: rotate
        bank.sign(old, fresh); // 1. the sender signs with both
        shop.accept(old, fresh); // 2. the receiver accepts both
        bank.sign(fresh); // 3. the sender stops using the old one
        shop.accept(fresh); // 4. the receiver no longer accepts it
        // end
        out.accept("The secret is rotated. Payment 2: " + bank.send("payment-2", "{\"paid\": 2}"));
    }

    private static WebhookSecret secret() {
        return WebhookSecret.random(new SecureRandom());
    }

    /** The sender. */
    private static final class Bank {
        private final InMemoryEndpoints endpoints = new InMemoryEndpoints();
        private final LocalServer shop;
        private final Tasks tasks;
        private final Webhooks webhooks;

        Bank(FreshDatabase sqlite, LocalServer shop, WebhookSecret secret) {
            this.shop = shop;
            JdbcStores stores = JdbcStores.of(sqlite.dataSource());
            stores.schema().apply();
            // snippet: send
            tasks = Tasks.on(stores.tasks(), TaskSettings.standard().queue(Webhooks.QUEUE, QueueSettings.standard()));
            webhooks = Webhooks.builder(tasks, endpoints)
                    .guard(AddressGuard.publicOnly().orAddresses(InetAddress::isLoopbackAddress)) // for this example
                    .build();
            // end
            sign(secret);
        }

        void sign(WebhookSecret... secrets) {
            endpoints.save(Endpoint.of("shop", shop.uri(), secrets));
        }

        String send(String id, String json) {
            return deliver(webhooks.send(new WebhookMessage("shop", id, json)));
        }

        String replay(String id, String json) {
            return deliver(webhooks.replay(new WebhookMessage("shop", id, json)));
        }

        private String deliver(TaskHandle sent) {
            tasks.manualWorker().runAll(); // in production: tasks.start()
            return sent.poll().orElseThrow().state().toString();
        }
    }
}
