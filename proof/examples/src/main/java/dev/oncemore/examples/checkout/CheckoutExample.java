package dev.oncemore.examples.checkout;

import dev.oncemore.By;
import dev.oncemore.examples.checkout.Suppliers.Fault;
import dev.oncemore.examples.checkout.Suppliers.RefusedException;
import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.SagaEvent;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.saga.SagaSettings;
import dev.oncemore.task.saga.SagaStatus;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Three orders: one that arrives, one that no carrier takes, and one that cannot even be refunded at first. */
public final class CheckoutExample implements Example {
    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new CheckoutExample());
    }

    @Override
    public String name() {
        return "checkout";
    }

    @Override
    public String summary() {
        return "order, stock, payment, shipping: all of it, or all of it undone";
    }

    @Override
    public Tally wanted() {
        return Tally.of(1, "orders shipped").and(1, "charges").and(1, "reservations");
    }

    @Override
    public Tally accident(Consumer<String> out) {
        Suppliers suppliers = new Suppliers();
        checkOutNaively(suppliers, "order-1");
        out.accept("order-1: shipped");

        suppliers.set(Fault.SHIPPING);
        checkOutNaively(suppliers, "order-2, first click");
        checkOutNaively(suppliers, "order-2, second click");
        out.accept("order-2: shipping fails after the charge, and the customer clicks again: charged twice");

        suppliers.set(Fault.SHIPPING_AND_REFUNDS);
        checkOutNaively(suppliers, "order-3");
        out.accept("order-3: shipping fails, and so would the refund: nobody knows about it");
        return count(suppliers);
    }

    private static void checkOutNaively(Suppliers suppliers, String click) {
        try {
            suppliers.reserve(click);
            suppliers.charge(click);
            suppliers.ship(click);
        } catch (RefusedException e) {
            // "Sorry, please try again." The money and the goods are where they are.
        }
    }

    @Override
    public Tally cure(Consumer<String> out) {
        Suppliers suppliers = new Suppliers();
        Saga<Order> checkout = saga(suppliers);
        List<String> pager = new ArrayList<>();
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            JdbcStores stores = JdbcStores.of(sqlite.dataSource());
            stores.schema().apply();
            Tasks tasks = Tasks.on(stores.tasks(), TaskSettings.standard().codecs(JacksonCodecs.standard()));
            // snippet: start
            SagaSettings settings = SagaSettings.standard()
                    .codecs(JacksonCodecs.standard())
                    .listener(event -> {
                        if (event instanceof SagaEvent.Stuck stuck) {
                            pager.add(stuck.key() + " is stuck: " + stuck.reason());
                        }
                    });
            Sagas sagas = Sagas.on(tasks, stores.records(), settings).handle(checkout);
            sagas.start(checkout, "order-1", new Order("order-1", 4900));
            sagas.start(checkout, "order-1", new Order("order-1", 4900)); // a second click: the same saga
            // end
            tasks.manualWorker().runAll(); // in production: tasks.start()
            out.accept("order-1: " + status(sagas, checkout, "order-1"));

            suppliers.set(Fault.SHIPPING);
            sagas.start(checkout, "order-2", new Order("order-2", 4900));
            tasks.manualWorker().runAll();
            out.accept("order-2: shipping fails: " + status(sagas, checkout, "order-2"));

            suppliers.set(Fault.SHIPPING_AND_REFUNDS);
            sagas.start(checkout, "order-3", new Order("order-3", 4900));
            tasks.manualWorker().runAll();
            out.accept("order-3: shipping and the refund fail: " + status(sagas, checkout, "order-3"));
            out.accept("somebody is called: " + pager.size() + " page");
            suppliers.set(Fault.NONE);
            // snippet: resume
            sagas.resume(checkout, "order-3", By.person("maria", "the bank refunds again"));
            // end
            tasks.manualWorker().runAll();
            out.accept("order-3, resumed by a person: " + status(sagas, checkout, "order-3"));
            return count(suppliers);
        }
    }

    private static Saga<Order> saga(Suppliers suppliers) {
        // snippet: saga
        Saga<Order> checkout = Saga.of("checkout", Order.class)
                .step("stock", (order, step) -> {
                    suppliers.reserve(step.key()); // the same key if the step is repeated
                    return order;
                })
                .undo((order, step) -> suppliers.release(step.stepKey()))
                .step("payment", (order, step) -> {
                    suppliers.charge(step.key());
                    return order;
                })
                .undo((order, step) -> suppliers.refund(step.stepKey()))
                .step("shipping", (order, step) -> {
                    suppliers.ship(step.key());
                    return order;
                })
                .build();
        // end
        return checkout;
    }

    private static SagaStatus status(Sagas sagas, Saga<Order> checkout, String order) {
        return sagas.find(checkout, order).map(SagaReport::status).orElseThrow();
    }

    private static Tally count(Suppliers suppliers) {
        return Tally.of(suppliers.shipped(), "orders shipped")
                .and(suppliers.charged(), "charges")
                .and(suppliers.reserved(), "reservations");
    }

    record Order(String id, long cents) {}
}
