package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.DatabaseServer;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each customer is billed once for a month, however often and on however many nodes it runs. */
class BillingTest {
    private static final int CUSTOMERS = 20;
    private static final String RUN = "/api/billing/periods/2026-01/run";

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.standard());

    private Server start(String store, Map<String, String> environment) {
        return Server.start(
                new ServerSettings("127.0.0.1", 0, StoreUrl.parse(store), DeskClient.TOKEN, false)
                        .desk(DeskSettings.at(sandbox.address())),
                environment);
    }

    private static void addPlans(DeskClient desk) throws Exception {
        for (int i = 1; i <= CUSTOMERS; i++) {
            desk.api(
                    "PUT",
                    "/api/billing/plans/comp1/c-" + i,
                    "{\"partner\":\"Customer " + i + "\",\"description\":\"Subscription\",\"quantity\":1,"
                            + "\"unit_price\":\"980.50\",\"tax_rate\":10,\"new_company\":true}",
                    200);
        }
    }

    private static void awaitAll(DeskClient desk) throws Exception {
        for (JsonNode period : desk.get("/api/billing/periods/2026-01").path("periods")) {
            JsonNode states = desk.settled("/api/sheets/" + period.path("sheet").asString());
            assertThat(states.path("Error").asInt() + states.path("Unknown").asInt())
                    .as(states.toString())
                    .isZero();
        }
    }

    /** A page must fit into memory, however many customers a member of staff adds. */
    private static void assertListedInPages(DeskClient desk, String path, String list) throws Exception {
        Set<String> customers = new HashSet<>();
        String after = "";
        int pages = 0;
        do {
            JsonNode page = desk.get(path + "?limit=7" + after);
            assertThat(page.path(list).size()).isLessThanOrEqualTo(7);
            page.path(list).forEach(line -> customers.add(line.path("customer").asString()));
            after = page.has("next") ? "&after=" + page.path("next").asString().replace("/", "%2F") : "";
            pages++;
        } while (!after.isEmpty());
        assertThat(customers).hasSize(CUSTOMERS);
        assertThat(pages).isEqualTo(3);
        desk.api("GET", path + "?limit=501", "", 400);
    }

    @Test
    void sqlite(@TempDir Path folder) throws Exception {
        try (sandbox;
                Server server = start("sqlite:" + folder.resolve("s.db"), Map.of())) {
            DeskClient desk = new DeskClient(server.address());
            addPlans(desk);
            JsonNode first = desk.api("POST", RUN, "", 200);
            assertThat(first.path("documents").asInt()).isEqualTo(CUSTOMERS);
            JsonNode again = desk.api("POST", RUN, "", 200);
            assertThat(again.path("documents").asInt()).isZero();
            assertThat(again.path("billedBefore").asInt()).isEqualTo(CUSTOMERS);
            awaitAll(desk);
            assertListedInPages(desk, "/api/billing/plans", "plans");
            assertListedInPages(desk, "/api/billing/periods/2026-01", "periods");
            assertThat(sandbox.created()).containsEntry("invoice", (long) CUSTOMERS);
            assertThat(desk.get("/api/documents/comp1/invoice/B-c-1-202601")
                            .path("answer")
                            .asString())
                    .isEqualTo("yes");

            desk.api("DELETE", "/api/billing/plans/comp1/c-1", "", 200);
            desk.api("DELETE", "/api/billing/plans/comp1/c-1", "", 404);
            desk.api("PUT", "/api/billing/plans/comp1/new", "{\"partner\":\"N\",\"description\":\"S\"}", 400);
            assertThat(desk.api("POST", "/api/billing/periods/2999-01/run", "", 400)
                            .path("detail")
                            .asString())
                    .contains("the month 2999-01 has not begun");
            assertThat(desk.api("PUT", "/api/billing/plans/comp1/new", "{\"typ\":\"delivery\"}", 400)
                            .path("detail")
                            .asString())
                    .contains("there is no field 'typ' here; did you mean 'type'?");
            desk.api("POST", "/api/billing/periods/January/run", "", 400);
            assertThat(desk.api("POST", "/api/billing/periods/2026-02/run", "", 200)
                            .path("documents")
                            .asInt())
                    .isEqualTo(CUSTOMERS - 1);
            pages(server);
        }
    }

    @Test
    void aCustomerThatCannotBeBilledDoesNotStopTheOthers(@TempDir Path folder) throws Exception {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1", 0, StoreUrl.parse("sqlite:" + folder.resolve("s.db")), DeskClient.TOKEN, false);
        DeskSettings later = new DeskSettings(List.of(DeskSettings.sandbox(sandbox.address())), Map.of("late", "8"));
        try (sandbox;
                Server server = Server.start(settings.desk(later), Map.of())) {
            DeskClient desk = new DeskClient(server.address());
            addPlans(desk);
            desk.api(
                    "PUT",
                    "/api/billing/plans/late/c-1",
                    "{\"partner\":\"L\",\"description\":\"S\",\"quantity\":1,\"unit_price\":\"5\",\"tax_rate\":10}",
                    200);
            assertThat(desk.api("POST", RUN, "", 400).toString())
                    .contains("not billed: comp1:invoice", "the company comp1 has no id", "all others were billed");
            assertThat(desk.get("/api/billing/periods/2026-01").path("periods").size())
                    .isEqualTo(1);
            awaitAll(desk);
            assertThat(sandbox.created()).containsEntry("invoice", 1L);
        }
    }

    @Test
    void aCustomerWhoseDocumentCannotBeSentIsNotMarkedAsBilled(@TempDir Path folder) throws Exception {
        try (sandbox;
                Server server = start("sqlite:" + folder.resolve("s.db"), Map.of())) {
            DeskClient desk = new DeskClient(server.address());
            String plan = "{\"partner\":\"P\",\"description\":\"S\",\"quantity\":%s,\"unit_price\":5,\"tax_rate\":%s}";
            assertThat(desk.api("PUT", "/api/billing/plans/comp1/none", plan.formatted("0", "10"), 400)
                            .toString())
                    .contains("'quantity' is '0', expected a number above 0");
            assertThat(desk.api("PUT", "/api/billing/plans/comp1/fine", plan.formatted("1", "\"0.00000000001\""), 400)
                            .toString())
                    .contains("'tax_rate' is '0.00000000001', expected a rate from 0 to 100");
            addPlans(desk);
            // As an earlier version took it.
            server.backend()
                    .database()
                    .update("UPDATE oncemore_billing_plan SET quantity = '-1' WHERE customer = 'c-7'");
            assertThat(desk.api("POST", RUN, "", 400).toString())
                    .contains("not billed: comp1/c-7 ('quantity' is '-1'", "all others were billed");
            assertThat(desk.get("/api/billing/periods/2026-01").path("periods").size())
                    .isEqualTo(CUSTOMERS - 1);
            desk.api("PUT", "/api/billing/plans/comp1/c-7", plan.formatted("1", "10"), 200);
            assertThat(desk.api("POST", RUN, "", 200).path("documents").asInt()).isEqualTo(1);
            awaitAll(desk);
            assertThat(sandbox.created()).containsEntry("invoice", (long) CUSTOMERS);
        }
    }

    @Test
    void aMonthEndsWhereTheDeskIs(@TempDir Path folder) throws Exception {
        // In Tokyo it is February, and 3 o'clock.
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-01-31T18:00:00Z"));
        for (String zone : List.of("UTC", "Asia/Tokyo")) {
            ServerSettings settings = new ServerSettings(
                            "127.0.0.1",
                            0,
                            StoreUrl.parse("sqlite:" + folder.resolve(zone.replace('/', '-'))),
                            DeskClient.TOKEN,
                            false)
                    .desk(DeskSettings.at(sandbox.address()).billingZone(ZoneId.of(zone)));
            try (Server server = Server.start(settings, Map.of(), clock, true)) {
                Visitor visitor = new Visitor(server.address());
                visitor.logIn("admin", server.firstPassword().orElseThrow());
                assertThat(visitor.page("/desk/billing").body())
                        .contains("Billed for " + (zone.equals("UTC") ? "2025-12" : "2026-01"));
                assertThat(new DeskClient(server.address())
                                .get("/api/schedules")
                                .toString())
                        .contains("0 3 1 * * " + zone);
            }
        }
        sandbox.close();
    }

    @Test
    void moreCustomersThanAreReadAtOnceAreAllBilled(@TempDir Path folder) throws Exception {
        String store = "sqlite:" + folder.resolve("s.db");
        int customers = 10_001;
        try (sandbox;
                Server server = start(store, Map.of())) {
            server.backend()
                    .database()
                    .update(
                            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                                    + " INSERT INTO oncemore_billing_plan (company, customer, type, partner, description,"
                                    + " quantity, unit_price, tax_rate) SELECT 'comp1', 'c-' || i, 'invoice', 'P', 'S', '1',"
                                    + " '5', '10' FROM n",
                            customers);
            assertThat(new DeskClient(server.address())
                            .api("POST", RUN, "", 200)
                            .path("documents")
                            .asInt())
                    .isEqualTo(customers);
        }
    }

    private static void pages(Server server) throws Exception {
        Visitor visitor = new Visitor(server.address());
        visitor.logIn("admin", server.firstPassword().orElseThrow());
        String csrf = visitor.csrf();
        HttpResponse<String> saved = visitor.post(
                "/desk/billing/plans",
                Map.of(
                        "_csrf",
                        csrf,
                        "company",
                        "comp1",
                        "customer",
                        "new",
                        "type",
                        "delivery",
                        "partner",
                        "New <b>",
                        "description",
                        "Rent",
                        "quantity",
                        "1",
                        "unit_price",
                        "10",
                        "tax_rate",
                        "8"));
        assertThat(saved.statusCode()).isEqualTo(302);
        assertThat(visitor.page("/desk/billing?month=2026-01").body())
                .contains("New &lt;b&gt;", "Billed for 2026-01", "B-c-20-202601");
        assertThat(visitor.post("/desk/billing/run", Map.of("_csrf", csrf, "month", "2026-03"))
                        .statusCode())
                .isEqualTo(302);
        assertThat(visitor.page("/desk/billing?month=2026-03").body()).contains("B-new-202603");
        assertThat(visitor.post(
                                "/desk/billing/plans/remove",
                                Map.of("_csrf", csrf, "company", "comp1", "customer", "new"))
                        .statusCode())
                .isEqualTo(302);
        assertThat(visitor.page("/desk/billing").body()).doesNotContain("Remove new");
    }

    @Test
    void twoNodesOnPostgres() throws Exception {
        twoNodes(PostgresServer.shared());
    }

    @Test
    void twoNodesOnMariaDb() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.runsHere(), "no MariaDB for this platform");
        twoNodes(MariaDbServer.shared());
    }

    private void twoNodes(DatabaseServer databases) throws Exception {
        try (FreshDatabase database = databases.freshDatabase()) {
            Map<String, String> environment =
                    Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password());
            try (sandbox;
                    Server one = start(database.url(), environment);
                    Server other = start(database.url(), environment)) {
                List<DeskClient> desks = List.of(new DeskClient(one.address()), new DeskClient(other.address()));
                addPlans(desks.get(0));
                List<Integer> documents = Together.run(
                        4,
                        number -> () -> desks.get(number % 2)
                                .api("POST", RUN, "", 200)
                                .path("documents")
                                .asInt());
                assertThat(documents.stream().mapToInt(Integer::intValue).sum()).isEqualTo(CUSTOMERS);
                awaitAll(desks.get(0));
                assertThat(sandbox.created())
                        .containsEntry("invoice", (long) CUSTOMERS)
                        .containsEntry("duplicates", List.of());
            }
        }
    }
}
