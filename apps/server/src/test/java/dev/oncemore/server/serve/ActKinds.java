package dev.oncemore.server.serve;

import dev.oncemore.By;
import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.InMemoryEndpoints;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Key;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.server.access.Principal;
import dev.oncemore.server.access.Role;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.saga.Saga;
import dev.oncemore.task.saga.Sagas;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Chance;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** What can be done on a server, each with the situation in which it can be done. */
final class ActKinds {
    private static final RetryPolicy ONCE =
            RetryPolicy.named("once").maxAttempts(1).build();
    private static final String WHY = "{\"why\":\"a test\"}";
    private static final String ONE_DOCUMENT = DeskClient.sheetOf("INV-", 1);
    /** Its first document cannot be sent as it is. */
    private static final String ONE_WRONG = ONE_DOCUMENT + "INV-2,2026-01-31,Foods,tea,none,150,8\n";

    /** Its tax may mean 10 %. */
    private static final String ONE_ASKED = DeskClient.HEADINGS + "INV-1,2026-01-31,Foods,tea,1,150,0.1\n";

    private static final String PLAN =
            "{\"partner\":\"P\",\"description\":\"S\",\"quantity\":1,\"unit_price\":5,\"tax_rate\":10}";
    private static final String PASSWORD = "the old password";

    private static final AtomicInteger ACCOUNTS = new AtomicInteger();
    private static final AtomicInteger COMPANIES = new AtomicInteger();

    private ActKinds() {}

    /** How it is done on a server: through its API, with or without a key, or through its services. */
    @FunctionalInterface
    interface Deed {
        /** The answer; what it throws is a failure. */
        String on(Server server, String key) throws Exception;
    }

    /** Makes the situation in which something can be done, on a server that lives. */
    @FunctionalInterface
    interface Situation {
        Deed prepare(Server server) throws Exception;
    }

    /**
     * One kind of act.
     *
     * @param route its address in the API; a name for what has none
     * @param isKeyed whether it is done once for a key
     * @param lines how many audit lines it writes
     */
    record Kind(String route, boolean isKeyed, int lines, Situation situation) {}

    static List<Kind> all() {
        List<Kind> all = new ArrayList<>();
        tasks(all);
        letters(all);
        work(all);
        desk(all);
        sending(all);
        billing(all);
        companies(all);
        access(all);
        return all;
    }

    private static Kind keyed(String path, Situation situation) {
        return new Kind("POST " + path, true, 1, situation);
    }

    /** PUT and DELETE have no key. */
    private static Kind plain(String route, Situation situation) {
        return new Kind(route, false, 1, situation);
    }

    private static Deed api(String method, String path, String body) {
        return (server, key) -> ActBench.api(server, method, path, body, key);
    }

    private static Situation always(String method, String path, String body) {
        return server -> api(method, path, body);
    }

    private static void tasks(List<Kind> all) {
        all.add(keyed("/api/tasks", always("POST", "/api/tasks", "{\"kind\":\"mail\",\"payload\":1}")));
        all.add(keyed("/api/tasks/{id}/cancel", server -> {
            String id = Tasks.on(server.backend().tasks()).enqueue("mail", "x").id();
            return api("POST", "/api/tasks/" + id + "/cancel", WHY);
        }));
        all.add(keyed("/api/tasks/{id}/cancel", server -> {
            new DeskClient(server.address()).send(ONE_DOCUMENT);
            String id = server.backend()
                    .database()
                    .first("SELECT task_id FROM oncemore_row_task", row -> row.getString(1))
                    .orElseThrow();
            return api("POST", "/api/tasks/" + id + "/cancel", WHY);
        }));
        all.add(keyed("/api/queues/{queue}/pause", always("POST", "/api/queues/mail/pause", WHY)));
        all.add(keyed("/api/queues/{queue}/resume", server -> {
            ActBench.api(server, "POST", "/api/queues/mail/pause", WHY, "");
            return api("POST", "/api/queues/mail/resume", WHY);
        }));
    }

    private static String dead(Server server) {
        Tasks tasks = Tasks.on(server.backend().tasks())
                .handle("mail", String.class, (text, task) -> Verdict.dead("no such mailbox"));
        String id = tasks.enqueue("mail", "x").id();
        tasks.manualWorker().runAll();
        return id;
    }

    private static Situation letter(Function<String, Deed> deed) {
        return server -> deed.apply(dead(server));
    }

    private static void letters(List<Kind> all) {
        all.add(keyed(
                "/api/dead/redrive",
                letter(id -> api("POST", "/api/dead/redrive", "{\"kind\":\"mail\",\"why\":\"a test\"}"))));
        all.add(plain("PUT /api/dead/{id}/payload", server -> {
            String id = dead(server);
            long fence = server.backend()
                    .database()
                    .first("SELECT fence FROM oncemore_dead", row -> row.getLong(1))
                    .orElseThrow();
            return api(
                    "PUT",
                    "/api/dead/" + id + "/payload",
                    "{\"payload\":\"y\",\"fence\":" + fence + ",\"why\":\"a test\"}");
        }));
        all.add(keyed("/api/dead/{id}/redrive", letter(id -> api("POST", "/api/dead/" + id + "/redrive", WHY))));
        all.add(keyed("/api/dead/{id}/discard", letter(id -> api("POST", "/api/dead/" + id + "/discard", WHY))));
        all.add(keyed("/api/dead/{id}/restore", server -> {
            String id = dead(server);
            ActBench.api(server, "POST", "/api/dead/" + id + "/discard", WHY, "");
            return api("POST", "/api/dead/" + id + "/restore", WHY);
        }));
        for (boolean happened : new boolean[] {true, false}) {
            all.add(keyed("/api/records/resolve", server -> {
                Key key = Key.of("acme", "payment", "inv-001");
                Outcome<String> unknown = Once.on(server.backend().records())
                        .operation("payment", Codec.text())
                        .build()
                        .key(key)
                        .run(Payload.none(), claim -> {
                            throw new IOException("cut off");
                        });
                if (!(unknown instanceof Outcome.Unknown<String>)) {
                    throw new AssertionError("expected an unknown outcome, but it is " + unknown);
                }
                return api(
                        "POST",
                        "/api/records/resolve",
                        "{\"scope\":\"acme/payment\",\"key\":\"inv-001\",\"happened\":" + happened
                                + ",\"why\":\"a test\"}");
            }));
        }
    }

    private static void work(List<Kind> all) {
        for (String act : List.of("run", "pause", "resume")) {
            all.add(keyed("/api/schedules/{name}/" + act, server -> {
                nightly(server, act.equals("resume"));
                return api("POST", "/api/schedules/nightly/" + act, WHY);
            }));
        }
        all.add(keyed("/api/sagas/{name}/{key}/resume", server -> {
            stuck(server);
            return api("POST", "/api/sagas/checkout/17/resume", WHY);
        }));
        all.add(keyed("/api/sagas/{name}/{key}/skip", server -> {
            stuck(server);
            return api("POST", "/api/sagas/checkout/17/skip", "{\"step\":\"payment\",\"why\":\"a test\"}");
        }));
        all.add(keyed("/api/webhooks/replay", server -> {
            InMemoryEndpoints endpoints = new InMemoryEndpoints();
            endpoints.save(Endpoint.of(
                    "shop", URI.create("http://127.0.0.1:9/hook"), WebhookSecret.random(Chance.unforeseeable())));
            Tasks tasks = Tasks.on(
                    server.backend().tasks(), TaskSettings.standard().queue(Webhooks.QUEUE, QueueSettings.standard()));
            // Loopback is no public address: refused before anything is sent.
            Webhooks.builder(tasks, endpoints)
                    .guard(AddressGuard.publicOnly())
                    .policy(ONCE)
                    .build()
                    .send(new WebhookMessage("shop", "paid-1", "{}"));
            tasks.manualWorker().runAll();
            return api("POST", "/api/webhooks/replay", "{\"endpoint\":\"shop\",\"why\":\"a test\"}");
        }));
        all.add(keyed("/api/alerts/test", always("POST", "/api/alerts/test", WHY)));
    }

    /** A schedule that is paused, or not. */
    private static void nightly(Server server, boolean isPaused) throws Exception {
        ScheduleRegistry declared = ScheduleRegistry.on(server.backend().tasks());
        if (declared.find("nightly").isEmpty()) {
            Schedules.on(Tasks.on(server.backend().tasks()))
                    .cron("nightly", "0 3 1 * *", ZoneOffset.UTC, firing -> {})
                    .close();
        }
        if (isPaused) {
            declared.pause("nightly", By.person("ann", "a test"));
        } else {
            declared.resume("nightly");
        }
    }

    private static void stuck(Server server) {
        Tasks tasks = Tasks.on(server.backend().tasks());
        Saga<String> checkout = Checkout.stuck(ONCE);
        Sagas.on(tasks, server.backend().records()).handle(checkout).start(checkout, "17", "order");
        tasks.manualWorker().runAll();
    }

    private static String sheet(Server server, String csv, boolean isConfirmed) throws Exception {
        return "/api/sheets/"
                + new DeskClient(server.address())
                        .upload(csv, Map.of("confirm", Boolean.toString(isConfirmed)), 201)
                        .path("id")
                        .asString();
    }

    private static void desk(List<Kind> all) {
        // Leased under a key, since files take long; what it changes is one transaction nevertheless.
        all.add(new Kind(
                "POST /api/sheets",
                false,
                2,
                server -> (used, key) -> new DeskClient(used.address())
                        .upload(ONE_DOCUMENT, Map.of("connector", "sandbox"), 201)
                        .toString()));
        all.add(plain(
                "PUT /api/sheets/{id}/reading",
                server -> api("PUT", sheet(server, ONE_DOCUMENT, false) + "/reading", "{\"check_created\":true}")));
        all.add(plain(
                "PUT /api/sheets/{id}/answers",
                server -> api("PUT", sheet(server, ONE_ASKED, false) + "/answers", "{\"tax\":\"percent\"}")));
        all.add(keyed(
                "/api/sheets/{id}/confirm",
                server -> api("POST", sheet(server, ONE_DOCUMENT, false) + "/confirm", "")));
        all.add(plain(
                "PUT /api/sheets/{id}/rows/{n}",
                server -> api("PUT", sheet(server, ONE_WRONG, true) + "/rows/3", "{\"quantity\":\"2\"}")));
    }

    private static void sending(List<Kind> all) {
        all.add(keyed("/api/sheets/{id}/rows/{n}/resend", server -> {
            String sheet = sheet(server, ONE_DOCUMENT, true);
            ActBench.api(server, "POST", sheet + "/cancel", "", "");
            return api("POST", sheet + "/rows/2/resend", "");
        }));
        all.add(keyed("/api/sheets/{id}/resend", server -> {
            String sheet = sheet(server, ONE_DOCUMENT, true);
            ActBench.api(server, "POST", sheet + "/cancel", "", "");
            return api("POST", sheet + "/resend", "{}");
        }));
        all.add(keyed(
                "/api/sheets/{id}/pause", server -> api("POST", sheet(server, ONE_DOCUMENT, true) + "/pause", "")));
        all.add(keyed("/api/sheets/{id}/resume", server -> {
            String sheet = sheet(server, ONE_DOCUMENT, true);
            ActBench.api(server, "POST", sheet + "/pause", "", "");
            return api("POST", sheet + "/resume", "");
        }));
        all.add(keyed(
                "/api/sheets/{id}/cancel", server -> api("POST", sheet(server, ONE_DOCUMENT, true) + "/cancel", "")));
    }

    private static void billing(List<Kind> all) {
        String plan = "/api/billing/plans/comp1/c-1";
        all.add(plain("PUT /api/billing/plans/{company}/{customer}", always("PUT", plan, PLAN)));
        all.add(plain("DELETE /api/billing/plans/{company}/{customer}", server -> {
            ActBench.api(server, "PUT", plan, PLAN, "");
            return api("DELETE", plan, "");
        }));
        all.add(keyed("/api/billing/periods/{month}/run", server -> {
            ActBench.api(server, "PUT", plan, PLAN, "");
            return api("POST", "/api/billing/periods/2026-01/run", "");
        }));
    }

    private static void companies(List<Kind> all) {
        all.add(plain("PUT /api/companies/{company}", server -> {
            String company = company(server);
            return api("PUT", "/api/companies/" + company, "{\"name\":\"" + company + "-renamed\"}");
        }));
        all.add(plain(
                "DELETE /api/companies/{company}", server -> api("DELETE", "/api/companies/" + company(server), "")));
    }

    /** One of a sheet that was not sent, with a new name. */
    private static String company(Server server) throws Exception {
        String name = "company" + COMPANIES.incrementAndGet() + "x".repeat(10);
        new DeskClient(server.address())
                .upload(ONE_DOCUMENT, Map.of("company", name, "new_company", "true", "confirm", "false"), 201);
        return name;
    }

    private static void access(List<Kind> all) {
        // Requests with passwords have no key.
        all.add(plain("POST /api/account/password", server -> {
            String body = "{\"name\":\"" + account(server) + "\",\"password\":\"" + PASSWORD
                    + "\",\"newPassword\":\"the new password\"}";
            return (used, key) -> ActBench.api(used, "POST", "/api/account/password", body, "");
        }));
        all.add(plain("login", server -> {
            String name = account(server);
            return (used, key) -> {
                int status = new Visitor(used.address()).logIn(name, PASSWORD).statusCode();
                if (status != 302) {
                    throw new IOException("status " + status);
                }
                return "";
            };
        }));
        // A good hash takes long: one serves all.
        AtomicReference<Act<Boolean>> saved = new AtomicReference<>();
        all.add(plain("account saved", server -> {
            if (saved.get() == null) {
                saved.set(server.authenticator().accounts().save("ann", Role.VIEWER, PASSWORD, "boss"));
            }
            return (used, key) -> used.acts().run(saved.get()).toString();
        }));
        all.add(plain("account removed", server -> {
            String name = account(server);
            return (used, key) ->
                    required(used.acts().run(used.authenticator().accounts().remove(name, "boss")));
        }));
        all.add(plain(
                "token made",
                server -> (used, key) -> used.acts()
                        .run(used.authenticator()
                                .tokens()
                                .add("ci", Role.VIEWER, Duration.ofDays(1), Principal.NOBODY))));
        all.add(plain("token revoked", server -> {
            server.acts()
                    .run(server.authenticator().tokens().add("ci", Role.VIEWER, Duration.ofDays(1), Principal.NOBODY));
            String id = server.authenticator().tokens().list().get(0).id();
            return (used, key) ->
                    required(used.acts().run(used.authenticator().tokens().remove(id, "boss")));
        }));
    }

    /** With one round of hashing, so that a login takes no time, and a new name, which nobody throttles. */
    private static String account(Server server) throws Exception {
        String name = "ann-" + ACCOUNTS.incrementAndGet();
        byte[] salt = new byte[16];
        byte[] hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), salt, 1, 256))
                .getEncoded();
        Base64.Encoder base64 = Base64.getEncoder();
        server.backend()
                .database()
                .update(
                        "INSERT INTO oncemore_account (id, name, role, password_hash, generation, created_at)"
                                + " VALUES ('1', ?, 'viewer', ?, 1, 0)",
                        name,
                        "pbkdf2$1$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash));
        return name;
    }

    private static String required(boolean done) throws IOException {
        if (!done) {
            throw new IOException("there is none any more");
        }
        return "done";
    }
}
