package dev.oncemore.examples.payments;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.task.Tasks;
import dev.oncemore.testkit.net.FaultProxy;
import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.race.Together;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A shop pays three invoices through the gateway. Responses are lost between shop and gateway, and gateway and bank. */
public final class PaymentsExample implements Example {
    private final HttpClient client = HttpClient.newHttpClient();

    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new PaymentsExample());
    }

    @Override
    public String name() {
        return "payments";
    }

    @Override
    public String summary() {
        return "a payment gateway on Spring Boot and PostgreSQL: one charge per payment";
    }

    @Override
    public Tally wanted() {
        return Tally.of(3, "payments for three invoices").and(3, "charges at the bank");
    }

    @Override
    public Tally accident(Consumer<String> out) throws Exception {
        return with((shop, bank) -> {
            shop.loseNextResponse();
            shop.payUntilAnswered("/naive/payments", "inv-1", 100);
            out.accept("inv-1: the response is lost, and the shop pays again.");
            shop.payEightTimesAtOnce("/naive/payments", "inv-2", 200);
            out.accept("inv-2: an impatient user clicks 8 times.");
            bank.loseNextReply();
            shop.payUntilAnswered("/naive/payments", "inv-3", 300);
            out.accept("inv-3: the reply of the bank is lost, the gateway fails, and the shop pays again.");
        });
    }

    @Override
    public Tally cure(Consumer<String> out) throws Exception {
        return with((shop, bank) -> {
            shop.loseNextResponse();
            shop.payUntilAnswered("/payments", "inv-1", 100);
            out.accept("inv-1: the response is lost, and the shop pays again: the recorded response is replayed.");
            long receipts = shop.payEightTimesAtOnce("/payments", "inv-2", 200);
            out.accept("inv-2: an impatient user clicks 8 times, and gets the same receipt " + receipts + " times.");
            out.accept("inv-2 with another amount: "
                    + shop.pay("/payments", "inv-2", 999).statusCode() + ", refused.");
            shop.awaitCharges(bank, 2);
            bank.loseNextReply();
            shop.payUntilAnswered("/payments", "inv-3", 300);
            shop.awaitCharges(bank, 3);
            out.accept("inv-3: the reply of the bank is lost; the gateway asks the bank and finds the charge.");
        });
    }

    private Tally with(Story story) throws Exception {
        try (GatewayDatabase postgres = GatewayDatabase.open();
                Bank bank = new Bank();
                ConfigurableApplicationContext gateway = start(postgres, bank);
                FaultProxy network = FaultProxy.to(
                        gateway.getEnvironment().getRequiredProperty("local.server.port", Integer.class))) {
            JdbcClient jdbc = gateway.getBean(JdbcClient.class);
            jdbc.sql("CREATE TABLE payment (invoice TEXT, cents BIGINT)").update();
            story.tell(new Shop(client, network, gateway.getBean(Tasks.class)), bank);
            long payments =
                    jdbc.sql("SELECT count(*) FROM payment").query(Long.class).single();
            return Tally.of(payments, "payments for three invoices").and(bank.charges(), "charges at the bank");
        }
    }

    private static ConfigurableApplicationContext start(GatewayDatabase postgres, Bank bank) {
        return new SpringApplicationBuilder(Gateway.class)
                .web(WebApplicationType.SERVLET)
                .properties(Map.of(
                        "spring.application.name", "gateway",
                        "spring.main.banner-mode", "off",
                        "logging.level.root", "off",
                        "server.port", "0",
                        "server.address", "127.0.0.1",
                        "spring.datasource.url", postgres.url(),
                        "spring.datasource.username", postgres.user(),
                        "oncemore.http.idempotency.paths", "/payments/**"))
                .initializers(context -> context.getBeanFactory().registerSingleton("bank", bank))
                .run();
    }

    @FunctionalInterface
    private interface Story {
        void tell(Shop shop, Bank bank) throws IOException, InterruptedException;
    }

    /** The client of the gateway. */
    private record Shop(HttpClient client, FaultProxy network, Tasks tasks) {
        void loseNextResponse() {
            network.next(NetworkFault.dropReply());
        }

        /** Pays with the invoice as key, and again if there is no response, or none yet. */
        String payUntilAnswered(String path, String invoice, long cents) throws InterruptedException {
            for (int attempt = 1; attempt <= 100; attempt++) {
                try {
                    HttpResponse<String> response = pay(path, invoice, cents);
                    if (response.statusCode() == 200) {
                        return response.body();
                    }
                } catch (IOException e) {
                    // the response was lost
                }
                LockSupport.parkNanos(20_000_000);
            }
            throw new IllegalStateException(invoice + " was not answered");
        }

        /** Returns how many of the receipts are the same. */
        long payEightTimesAtOnce(String path, String invoice, long cents) {
            List<String> receipts = Together.run(8, i -> () -> payUntilAnswered(path, invoice, cents));
            return receipts.stream().filter(receipts.get(0)::equals).count();
        }

        HttpResponse<String> pay(String path, String invoice, long cents) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + network.port() + path))
                    .version(HttpClient.Version.HTTP_1_1)
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", "\"" + invoice + "\"")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"invoice\": \"%s\", \"cents\": %d}".formatted(invoice, cents)))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }

        /** Waits until this many tasks to charge are done. */
        void awaitCharges(Bank bank, int charges) {
            Together.await(charges + " charges", () -> bank.charges() >= charges && openTasks() == 0);
        }

        private long openTasks() {
            return tasks.queues().list().stream()
                    .mapToLong(queue -> queue.ready() + queue.waiting() + queue.running())
                    .sum();
        }
    }
}
