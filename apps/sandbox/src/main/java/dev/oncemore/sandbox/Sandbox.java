package dev.oncemore.sandbox;

import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fake accounting API on loopback.
 *
 * <p>{@code POST /invoices} and {@code POST /delivery_slips} create, {@code GET} with {@code company_id} and
 * {@code invoice_number} or {@code delivery_slip_number} finds. {@code GET /_created} lists the documents that were really
 * created; {@code GET} and {@code POST /_faults} show and change the injected faults.
 */
public final class Sandbox implements AutoCloseable {
    private static final int BODY_MAX = 1_000_000;
    private static final long PAGE = 20;
    private static final int PAGE_MAX = 100;
    private static final int HANGING_MAX = 1_000;
    private static final String RETRY_AFTER_SECONDS = "1";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    /** Marks a response of our own, as against the one of Javalin for an unknown path. */
    private static final String ANSWERED = "answered";

    private final JsonMapper json = JsonMapper.builder().build();
    private final Ledger ledger;
    private final @Nullable Journal journal;
    private final Documents documents;
    private final Gatekeeper gatekeeper;
    private final SandboxSettings settings;
    private final Time time;
    private final LongAdder cutAfter = new LongAdder();
    private final InstantSource clock;
    private final AtomicInteger hanging = new AtomicInteger();
    private final Javalin server;

    private Sandbox(SandboxSettings settings, @Nullable Journal journal, Time time, InstantSource clock) {
        this.settings = settings;
        this.journal = journal;
        this.ledger = new Ledger(journal);
        this.time = time;
        this.clock = clock;
        this.documents = new Documents(json, clock);
        this.gatekeeper = new Gatekeeper(settings, time);
        this.server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.http.maxRequestSize = BODY_MAX;
            routes(config.routes);
        });
    }

    /** Starts a sandbox that listens on loopback only. */
    public static Sandbox start(SandboxSettings settings) {
        return start(settings, Time.system(), WallClock.system());
    }

    /** As above, with documents in this file: those of an earlier sandbox are there again. */
    public static Sandbox start(SandboxSettings settings, Path file) {
        return started(new Sandbox(settings, new Journal(file), Time.system(), WallClock.system()));
    }

    static Sandbox start(SandboxSettings settings, Time time, InstantSource clock) {
        return started(new Sandbox(settings, null, time, clock));
    }

    private static Sandbox started(Sandbox sandbox) {
        sandbox.server.start("127.0.0.1", sandbox.settings.port());
        return sandbox;
    }

    /** The address on which it listens. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    /** The documents that were really created, as {@code /_created} returns them. */
    public Map<String, Object> created() {
        return ledger.summary();
    }

    /** How many connections it cut after creating a document, which makes a naive client create it again. */
    public long cutAfterCommitting() {
        return cutAfter.sum();
    }

    @Override
    public void close() {
        server.stop();
        if (journal != null) {
            journal.close();
        }
    }

    /** It has no login: a page of another site must not reach it through its visitor's browser, under any name. */
    private void refuseBrowsers(Context context) {
        String host = String.valueOf(context.host()).replaceFirst(":\\d+$", "");
        String site = context.header("Sec-Fetch-Site");
        String origin = context.header("Origin");
        boolean isOther = site != null
                ? !site.equals("same-origin") && !site.equals("none")
                : origin != null && !origin.equals("http://" + context.host());
        boolean isChange =
                !context.method().equals(HandlerType.GET) && !context.method().equals(HandlerType.HEAD);
        if (!LOOPBACK.contains(host) || (isChange && isOther)) {
            refuse(context, 403, "forbidden", List.of("the sandbox does not take requests from pages of other sites"));
            context.skipRemainingHandlers();
        }
    }

    private void routes(RoutesConfig routes) {
        routes.before(this::refuseBrowsers);
        for (DocumentKind type : DocumentKind.values()) {
            String path = "/" + type.plural();
            routes.post(path, context -> serve(context, () -> create(context, type)));
            routes.get(path, context -> serve(context, () -> search(context, type)));
            routes.get(path + "/{id}", context -> serve(context, () -> show(context, type)));
        }
        routes.get("/_created", context -> answer(context, 200, ledger.summary()));
        routes.get(
                "/_faults", context -> answer(context, 200, gatekeeper.faults().byWord()));
        routes.post("/_faults", this::setFaults);
        routes.error(404, context -> {
            if (context.attribute(ANSWERED) == null) {
                refuse(context, 404, "not_found", List.of("there is no " + context.method() + " " + context.path()));
            }
        });
    }

    /** Serves a request, with a fault before or after if one was drawn. */
    private void serve(Context context, Runnable work) {
        ledger.countRequest();
        Gatekeeper.Fate fate = gatekeeper.next();
        fate.rate().ifPresent(rate -> {
            context.header("X-Ratelimit-Limit-Minute", Integer.toString(rate.limit()));
            context.header("X-Ratelimit-Remaining-Minute", Integer.toString(rate.remaining()));
            context.header(
                    "X-Ratelimit-Reset-Minute",
                    clock.instant().plusSeconds(rate.resetSeconds()).toString());
        });
        if (fate.fault().isEmpty()) {
            work.run();
            return;
        }
        switch (fate.fault().get()) {
            case TOO_MANY -> {
                String wait = fate.rate()
                        .filter(rate -> rate.remaining() == 0)
                        .map(rate -> Long.toString(rate.resetSeconds()))
                        .orElse(RETRY_AFTER_SECONDS);
                context.header("Retry-After", wait);
                refuse(context, 429, "too_many_requests", List.of("too many requests; wait " + wait + " s"));
            }
            case BROKEN ->
                refuse(context, 500, "internal_server_error", List.of("internal error; nothing was created"));
            case UNAVAILABLE -> refuse(context, 503, "unavailable", List.of("try again later"));
            case LOCK_OUT ->
                refuse(context, 403, "forbidden", List.of("locked out because of excessive access; try again later"));
            case HANG -> hang(context);
            case CUT_BEFORE -> cut(context);
            case CUT_AFTER -> {
                work.run();
                cutAfter.increment();
                cut(context);
            }
            case BROKEN_AFTER -> {
                work.run();
                refuse(
                        context,
                        500,
                        "internal_server_error",
                        List.of("internal error; the document may have been created"));
            }
        }
    }

    private void create(Context context, DocumentKind type) {
        Optional<JsonNode> request = read(context);
        if (request.isEmpty()) {
            refuse(
                    context,
                    400,
                    "bad_request",
                    List.of("the body must be a JSON object of at most " + BODY_MAX + " bytes"));
            return;
        }
        Documents.Draft draft = documents.draft(type, request.get());
        if (!draft.wrong().isEmpty()) {
            refuse(context, 400, "validation", draft.wrong());
        } else if (ledger.isFull()) {
            refuse(context, 507, "full", List.of("the sandbox is full; start a new one"));
        } else {
            ledger.add(type, draft.company(), draft.number(), draft.body(), address());
            answer(context, 201, Map.of(type.noun(), draft.body()));
        }
    }

    private void search(Context context, DocumentKind type) {
        Optional<Long> company = number(context, "company_id");
        if (company.isEmpty()) {
            refuse(context, 400, "bad_request", List.of("company_id: a whole number is required"));
            return;
        }
        String number = context.queryParam(type.numberField());
        long offset = number(context, "offset").orElse(0L);
        long limit = Math.min(PAGE_MAX, number(context, "limit").orElse(PAGE));
        List<ObjectNode> found = number == null
                ? ledger.list(type, company.get(), offset, limit)
                : ledger.find(type, company.get(), number).stream()
                        .skip(offset)
                        .limit(limit)
                        .toList();
        answer(context, 200, Map.of(type.plural(), found));
    }

    private void show(Context context, DocumentKind type) {
        Optional<Long> company = number(context, "company_id");
        Optional<ObjectNode> found = company.flatMap(id -> {
            try {
                return ledger.find(type, id, Long.parseLong(context.pathParam("id")));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        });
        if (found.isPresent()) {
            answer(context, 200, Map.of(type.noun(), found.get()));
        } else {
            refuse(context, 404, "not_found", List.of("there is no such " + type.noun() + " of this company_id"));
        }
    }

    private void setFaults(Context context) {
        try {
            JsonNode node = read(context)
                    .orElseThrow(
                            () -> new IllegalArgumentException(
                                    "the body must be a JSON object such as {\"429\":0.05,\"cut-after\":0.1} or {\"all\":0.3}"));
            gatekeeper.faults(faults(node));
            answer(context, 200, gatekeeper.faults().byWord());
        } catch (IllegalArgumentException e) {
            refuse(context, 400, "bad_request", List.of(String.valueOf(e.getMessage())));
        }
    }

    private static Faults faults(JsonNode node) {
        if (node.has("all")) {
            return Faults.usual(share("all", node.path("all")));
        }
        Map<String, Double> shares = new TreeMap<>();
        node.properties().forEach(field -> shares.put(field.getKey(), share(field.getKey(), field.getValue())));
        return Faults.ofWords(shares);
    }

    private static double share(String fault, JsonNode share) {
        return share.isNumber() ? share.asDouble() : Faults.share(share.asString(""), fault + "=" + share.asString(""));
    }

    private Optional<JsonNode> read(Context context) {
        try {
            return Optional.of(json.readTree(context.bodyAsBytes())).filter(JsonNode::isObject);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<Long> number(Context context, String name) {
        try {
            return Optional.ofNullable(context.queryParam(name))
                    .map(Long::valueOf)
                    .filter(value -> value >= 0);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void refuse(Context context, int status, String type, List<String> messages) {
        answer(
                context,
                status,
                Map.of("status_code", status, "errors", List.of(Map.of("type", type, "messages", messages))));
    }

    private void answer(Context context, int status, Object body) {
        context.attribute(ANSWERED, true);
        context.status(status).contentType("application/json").result(json.writeValueAsBytes(body));
    }

    /** Holds the request without a thread, then cuts the connection; above a bound, requests are cut immediately. */
    private void hang(Context context) {
        if (hanging.incrementAndGet() > HANGING_MAX) {
            hanging.decrementAndGet();
            cut(context);
            return;
        }
        CompletableFuture<Void> over = new CompletableFuture<>();
        time.alarm(settings.hang().toNanos(), () -> {
            hanging.decrementAndGet();
            cut(context);
            over.complete(null);
        });
        context.future(() -> over);
    }

    private static void cut(Context context) {
        ServletContextRequest.getServletContextRequest(context.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close();
    }
}
