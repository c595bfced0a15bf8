package dev.oncemore.server.serve;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.metrics.MeterSettings;
import dev.oncemore.observe.metrics.Meters;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceListener;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.operations.statistics.Reports;
import dev.oncemore.operations.statistics.Sampler;
import dev.oncemore.operations.statistics.Samples;
import dev.oncemore.operations.statistics.Statistics;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.Api;
import dev.oncemore.server.api.ApiRoutes;
import dev.oncemore.server.api.BillingApi;
import dev.oncemore.server.api.DeskApi;
import dev.oncemore.server.api.SendingApi;
import dev.oncemore.server.api.TaskApi;
import dev.oncemore.server.console.AccessPage;
import dev.oncemore.server.console.BillingPage;
import dev.oncemore.server.console.Console;
import dev.oncemore.server.console.DeskPage;
import dev.oncemore.server.console.ErrorPage;
import dev.oncemore.server.console.Live;
import dev.oncemore.server.console.SendingPage;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.SafeHeaders;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Workers;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.router.ParsedEndpoint;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.jspecify.annotations.Nullable;

/** A running server. Closing it takes no new requests, ends those that are under way, and gives back tasks that wait. */
public final class Server implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";
    /** The maximum size of a request; sheets are the largest. */
    public static final int BODY_MAX = 10_000_000;

    private static final List<SchemaScripts> SCHEMA = Stream.concat(
                    SendService.SCHEMA.stream(), Stream.of(Authenticator.SCHEMA))
            .toList();
    private static final int DRAINED_MAX = 10 * BODY_MAX;
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Backend backend;
    private final PrometheusMeterRegistry registry;
    private final Meters meters;
    private final Javalin web;
    private final Workers workers;
    private final Sampler sampler;
    private final Live live;
    private final String host;
    private final Authenticator authenticator;
    private final @Nullable Schedules schedules;
    private Optional<String> firstPassword = Optional.empty();

    private Server(ServerSettings settings, Backend backend, Map<String, String> environment, InstantSource clock) {
        this.backend = backend;
        this.host = settings.host();
        Database database = backend.database();
        Ids ids = Ids.timeOrdered(clock, Chance.system());
        AuditTrail audit = new AuditTrail(database, ids, clock);
        this.authenticator = new Authenticator(
                database, Time.system(), clock, audit, settings.adminToken(), settings.secureCookies());
        this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        this.meters = Meters.on(registry, MeterSettings.standard().histograms());
        Statistics pulse = new Statistics();
        Telemetry telemetry = Telemetry.of(meters, pulse);
        Map<String, QueueSettings> queues = SendService.queues(settings.desk());
        TaskSettings taskSettings = TaskSettings.standard().listener(telemetry);
        for (Map.Entry<String, QueueSettings> queue : queues.entrySet()) {
            taskSettings = taskSettings.queue(queue.getKey(), queue.getValue());
        }
        TransactionalTasks<Connection> tasks = Tasks.on(backend.tasks(), taskSettings);
        Operations operations = new Operations(backend, tasks, audit);
        SendService sendService = new SendService(
                backend, tasks, audit, ids, Time.system(), clock, telemetry, settings.desk(), environment);
        operations.onCancelled(sendService::taskCancelled);
        SheetService sheetService = new SheetService(audit, ids, sendService);
        BillingService billing = new BillingService(backend, sendService, audit, ids);
        Samples samples = new Samples(database);
        Health health = new Health(backend, samples, new Reports(database, clock), pulse);
        this.sampler = new Sampler(
                backend,
                samples,
                pulse,
                "server " + Ids.random(Chance.system()).next(),
                tasks.settings().executor(),
                Time.system());
        OnCall onCall = new OnCall(backend, tasks, audit, operations, health);
        this.live = onCall.live(tasks);
        this.web = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.http.maxRequestSize = BODY_MAX;
            config.concurrency.useVirtualThreads = Runtime.version().feature() >= 21;
            config.jetty.modifyServletContextHandler(handler -> {
                handler.addFilter(new FilterHolder(uploads()), "/*", EnumSet.of(DispatcherType.REQUEST));
                handler.addFilter(
                        new FilterHolder(keys(backend, authenticator, telemetry)),
                        "/api/*",
                        EnumSet.of(DispatcherType.REQUEST));
            });
            common(config.routes, authenticator);
            config.routes.get(
                    "/metrics", context -> context.contentType(EXPOSITION).result(registry.scrape()), Role.VIEWER);
            ApiRoutes api = new ApiRoutes(config.routes);
            config.routes.beforeMatched(api::check);
            new Api(operations).addTo(api);
            new TaskApi(tasks, queues.keySet(), audit).addTo(api);
            new DeskApi(sheetService, sendService).addTo(api);
            new SendingApi(sheetService, sendService).addTo(api);
            new BillingApi(billing).addTo(api);
            new Console(operations, authenticator).addTo(config.routes);
            onCall.addTo(api, config.routes);
            live.addTo(config.routes);
            new DeskPage(sheetService, sendService).addTo(config.routes);
            new SendingPage(sheetService, sendService).addTo(config.routes);
            new BillingPage(billing, clock).addTo(config.routes);
            new AccessPage(authenticator, audit).addTo(config.routes);
        });
        this.schedules = sendService.isConnected() ? sheetService.schedule(billing.schedule(tasks)) : null;
        // Other queues are the applications': this server has no handlers for them.
        this.workers = tasks.startOn(queues.keySet());
    }

    /** Opens the store and starts to serve. */
    public static Server start(ServerSettings settings, Map<String, String> environment) {
        return start(settings, environment, WallClock.system(), true);
    }

    /** As {@link #start}, for one command on a store: no first account is made, since nobody could read its password. */
    public static Server startForOperations(ServerSettings settings, Map<String, String> environment) {
        return start(settings, environment, WallClock.system(), false);
    }

    static Server start(
            ServerSettings settings,
            Map<String, String> environment,
            InstantSource clock,
            boolean isFirstStartWelcome) {
        Backend backend = Backend.open(settings.store(), environment, SCHEMA);
        Server server;
        try {
            server = new Server(settings, backend, environment, clock);
        } catch (RuntimeException e) {
            backend.close();
            throw e;
        }
        try {
            server.web.start(settings.host(), settings.port());
            // Not before the port is ours: else the account would be there for good, and its password shown to nobody.
            server.firstPassword = isFirstStartWelcome ? server.authenticator.firstStart() : Optional.empty();
            if (isFirstStartWelcome) {
                server.sampler.start();
            }
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Tells the container how large uploads may be, before anybody reads them. */
    private static Filter uploads() {
        MultipartConfigElement limits = new MultipartConfigElement("", BODY_MAX, BODY_MAX, BODY_MAX);
        return (request, response, chain) -> {
            request.setAttribute(ServletContextRequest.MULTIPART_CONFIG_ELEMENT, limits);
            chain.doFilter(request, response);
        };
    }

    /** A request of the API that is sent again with its key is not done again. */
    private static IdempotencyFilter keys(Backend backend, Authenticator authenticator, OnceListener telemetry) {
        return IdempotencyFilter.on(
                Once.on(backend.records(), OnceSettings.standard().listener(telemetry)),
                IdempotencySettings.lenientDefaults().callers(authenticator::caller));
    }

    private static void common(RoutesConfig routes, Authenticator authenticator) {
        routes.before(SafeHeaders::add);
        routes.before(Server::refuseTooLarge);
        routes.beforeMatched(authenticator::check);
        routes.exception(Refusal.class, (refusal, context) -> refuse(context, refusal));
        routes.exception(Rejected.class, (rejected, context) -> refuse(context, Refusal.of(rejected)));
        routes.exception(
                IllegalArgumentException.class,
                (failure, context) -> refuse(context, Refusal.wrong(String.valueOf(failure.getMessage()))));
        routes.exception(
                HttpResponseException.class,
                (failure, context) -> refuse(
                        context,
                        failure.getStatus() == 404
                                ? Refusal.notFound("there is no " + context.method() + " " + context.path())
                                : Refusal.of(failure.getStatus(), String.valueOf(failure.getMessage()))));
        routes.exception(Exception.class, (failure, context) -> {
            LOG.log(Level.ERROR, "no answer to " + context.method() + " " + context.path(), failure);
            context.status(500);
            refuse(context, Refusal.broken());
        });
    }

    private static void refuseTooLarge(Context context) throws IOException {
        if (context.req().getContentLengthLong() > BODY_MAX) {
            // A client that is still sending would see a cut connection instead of the answer.
            context.req().getInputStream().skip(DRAINED_MAX);
            throw Refusal.tooLarge("at most 10 MB can be sent at once; split the file");
        }
    }

    private static void refuse(Context context, Refusal refusal) {
        if (Answers.isForProgram(context)) {
            Answers.problem(context, refusal);
        } else {
            ErrorPage.show(context, refusal);
        }
    }

    /** Everything that can be asked for. */
    List<ParsedEndpoint> endpoints() {
        return web.unsafe.internalRouter.allHttpHandlers();
    }

    Sampler sampler() {
        return sampler;
    }

    Backend backend() {
        return backend;
    }

    /** The URL of the store, without secrets. */
    StoreUrl store() {
        return backend.url();
    }

    /** Where it can be reached. */
    public URI address() {
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + web.port());
    }

    /** The password of the account {@code admin}, which was made just now; empty when there were accounts before. */
    public Optional<String> firstPassword() {
        return firstPassword;
    }

    @Override
    public void close() {
        live.close();
        web.stop();
        if (schedules != null) {
            schedules.close();
        }
        workers.close(GRACE);
        sampler.close();
        meters.close();
        registry.close();
        backend.close();
    }
}
