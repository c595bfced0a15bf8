package dev.oncemore.server.serve;

import dev.oncemore.desk.CompanyService;
import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.billing.BillingService;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.observe.metrics.MeterSettings;
import dev.oncemore.observe.metrics.Meters;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.audit.Acts;
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
import dev.oncemore.server.api.AccountApi;
import dev.oncemore.server.api.Api;
import dev.oncemore.server.api.ApiRoutes;
import dev.oncemore.server.api.BillingApi;
import dev.oncemore.server.api.CompanyApi;
import dev.oncemore.server.api.DeskApi;
import dev.oncemore.server.api.SendingApi;
import dev.oncemore.server.api.SheetCallbacks;
import dev.oncemore.server.api.TaskApi;
import dev.oncemore.server.console.AccessPage;
import dev.oncemore.server.console.AccountPage;
import dev.oncemore.server.console.Attention;
import dev.oncemore.server.console.BillingPage;
import dev.oncemore.server.console.CompaniesPage;
import dev.oncemore.server.console.Console;
import dev.oncemore.server.console.DeskPage;
import dev.oncemore.server.console.Live;
import dev.oncemore.server.console.SendingPage;
import dev.oncemore.server.door.Door;
import dev.oncemore.server.tls.RenewedCertificate;
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
import io.javalin.router.ParsedEndpoint;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.DispatcherType;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.jspecify.annotations.Nullable;

/** A running server. Closing it takes no new requests, ends those that are under way, and gives back tasks that wait. */
public final class Server implements AutoCloseable {
    private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";
    private static final List<SchemaScripts> SCHEMA = Stream.concat(
                    SendService.SCHEMA.stream(), Stream.of(Authenticator.SCHEMA))
            .toList();
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** What of a server is started. */
    private enum Part {
        EVERYTHING,
        OPERATIONS,
        REQUESTS
    }

    private final Backend backend;
    private final PrometheusMeterRegistry registry;
    private final Meters meters;
    private final Javalin web;
    private final @Nullable Workers workers;
    private final Sampler sampler;
    private final Live live;
    private final Acts acts;
    private final String host;
    private final Authenticator authenticator;
    private final Schedules schedules;
    private final Upkeep upkeep;
    private final @Nullable RenewedCertificate certificate;
    private Optional<String> firstPassword = Optional.empty();

    private Server(
            ServerSettings settings, Backend backend, Map<String, String> environment, InstantSource clock, Part part) {
        boolean isServing = part == Part.EVERYTHING;
        this.backend = backend;
        this.host = settings.host();
        Database database = backend.database();
        Ids ids = Ids.timeOrdered(clock, Chance.system());
        AuditTrail audit = new AuditTrail(database, ids, clock);
        this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        this.meters = Meters.on(registry, MeterSettings.standard().histograms());
        Statistics pulse = new Statistics();
        Telemetry telemetry = Telemetry.of(meters, pulse);
        Map<String, QueueSettings> queues = new LinkedHashMap<>(SendService.queues(settings.desk()));
        queues.putAll(Upkeep.queues());
        TaskSettings taskSettings = TaskSettings.standard().listener(telemetry);
        for (Map.Entry<String, QueueSettings> queue : queues.entrySet()) {
            taskSettings = taskSettings.queue(queue.getKey(), queue.getValue());
        }
        TransactionalTasks<Connection> tasks = Tasks.on(backend.tasks(), taskSettings);
        TransactionalOnce<Connection> once =
                Once.on(backend.records(), OnceSettings.standard().listener(telemetry));
        this.acts = new Acts(database, tasks, once, audit);
        this.authenticator = new Authenticator(
                database,
                Time.system(),
                clock,
                acts,
                settings.adminToken(),
                settings.secureCookies(),
                settings.proxies());
        Operations operations = new Operations(backend, tasks, audit);
        SendService sendService =
                new SendService(backend, tasks, ids, Time.system(), clock, telemetry, settings.desk(), environment);
        operations.onCancelled(sendService::taskCancelled);
        SheetService sheetService = new SheetService(acts, ids, sendService);
        BillingService billing = new BillingService(backend, sendService, acts, ids);
        Samples samples = new Samples(database);
        Health health = new Health(backend, samples, new Reports(database, clock), pulse);
        this.sampler = new Sampler(
                backend,
                samples,
                pulse,
                "server " + Ids.random(Chance.system()).next(),
                tasks.settings().executor(),
                Time.system());
        this.upkeep = new Upkeep(backend, tasks, settings, samples, health, sendService.log(), authenticator, acts);
        SheetCallbacks sheetCallbacks = new SheetCallbacks(upkeep.callbacks(), sheetService);
        this.certificate = settings.tls() == null
                ? null
                : RenewedCertificate.watch(settings.tls(), tasks.settings().executor(), Time.system());
        OnCall onCall = new OnCall(backend, tasks, acts, operations, health);
        this.live = onCall.live(tasks);
        this.web = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.http.maxRequestSize = Door.BODY_MAX;
            Door.addTo(config.jetty, settings.proxies());
            config.concurrency.useVirtualThreads = Runtime.version().feature() >= 21;
            if (certificate != null) {
                config.jetty.addConnector(
                        (jetty, http) -> certificate.connector(jetty, http, settings.host(), settings.port()));
            }
            config.jetty.modifyServletContextHandler(handler -> {
                handler.addFilter(new FilterHolder(RequestFilters.heads()), "/*", EnumSet.of(DispatcherType.REQUEST));
                handler.addFilter(new FilterHolder(RequestFilters.uploads()), "/*", EnumSet.of(DispatcherType.REQUEST));
                handler.addFilter(
                        new FilterHolder(RequestFilters.keys(acts, once, authenticator)),
                        "/api/*",
                        EnumSet.of(DispatcherType.REQUEST));
            });
            CommonRoutes.addTo(config.routes, authenticator, settings.proxies());
            config.routes.beforeMatched(new Attention(operations, health, sheetService)::addTo);
            config.routes.get(
                    "/metrics", context -> context.contentType(EXPOSITION).result(registry.scrape()), Role.VIEWER);
            ApiRoutes api = new ApiRoutes(config.routes, acts);
            config.routes.beforeMatched(api::check);
            new Api(operations).addTo(api);
            new TaskApi(operations, queues.keySet(), upkeep.callbacks()).addTo(api);
            new DeskApi(sheetService, sendService, sheetCallbacks).addTo(api);
            new SendingApi(sheetService, sendService).addTo(api);
            new BillingApi(billing).addTo(api);
            CompanyService companies = new CompanyService(sendService);
            new CompanyApi(companies).addTo(api);
            new Console(operations, acts, authenticator).addTo(config.routes);
            onCall.addTo(api, config.routes);
            upkeep.addTo(api, config.routes);
            live.addTo(config.routes);
            new DeskPage(sheetService, sendService, sheetCallbacks, acts).addTo(config.routes);
            new SendingPage(sheetService, sendService, acts).addTo(config.routes);
            new BillingPage(billing, sendService.companies(), acts, clock).addTo(config.routes);
            new CompaniesPage(companies, acts).addTo(config.routes);
            new AccessPage(authenticator, acts).addTo(config.routes);
            new AccountPage(authenticator, acts).addTo(config.routes);
            new AccountApi(authenticator).addTo(api);
        });
        this.schedules = Schedules.on(tasks);
        if (isServing) {
            upkeep.start(schedules);
        }
        if (sendService.isConnected() && part != Part.REQUESTS) {
            sheetService.schedule(billing.schedule(schedules));
        }
        // Other queues are the applications': this server has no handlers for them.
        this.workers = part == Part.REQUESTS
                ? null
                : tasks.startOn(
                        isServing
                                ? queues.keySet()
                                : SendService.queues(settings.desk()).keySet());
    }

    /** Opens the store and starts to serve. */
    public static Server start(ServerSettings settings, Map<String, String> environment) {
        return start(settings, environment, WallClock.system(), true);
    }

    /** As {@link #start}, for one command on a store: without upkeep, and without a first account, whose password nobody could read. */
    public static Server startForOperations(ServerSettings settings, Map<String, String> environment) {
        return start(settings, environment, WallClock.system(), false);
    }

    static Server start(
            ServerSettings settings, Map<String, String> environment, InstantSource clock, boolean isServing) {
        Backend backend = Backend.open(settings.store(), environment, SCHEMA);
        return start(settings, backend, environment, clock, isServing ? Part.EVERYTHING : Part.OPERATIONS);
    }

    /** A server that answers requests and does nothing by itself, on wrapped connections: a test can count its statements. */
    static Server startQuiet(
            ServerSettings settings, Map<String, String> environment, UnaryOperator<DataSource> wrapping) {
        Backend backend = Backend.open(settings.store(), environment, SCHEMA, wrapping);
        return start(settings, backend, environment, WallClock.system(), Part.REQUESTS);
    }

    private static Server start(
            ServerSettings settings, Backend backend, Map<String, String> environment, InstantSource clock, Part part) {
        boolean isServing = part == Part.EVERYTHING;
        Server server;
        try {
            server = new Server(settings, backend, environment, clock, part);
        } catch (RuntimeException e) {
            backend.close();
            throw e;
        }
        try {
            server.web.start(settings.host(), settings.port());
            // Not before the port is ours: else the account would be there for good, and its password shown to nobody.
            server.firstPassword = isServing ? server.authenticator.firstStart() : Optional.empty();
            if (isServing) {
                server.sampler.start();
            }
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Everything that can be asked for. */
    List<ParsedEndpoint> endpoints() {
        return web.unsafe.internalRouter.allHttpHandlers();
    }

    Sampler sampler() {
        return sampler;
    }

    Upkeep upkeep() {
        return upkeep;
    }

    @Nullable
    RenewedCertificate certificate() {
        return certificate;
    }

    Backend backend() {
        return backend;
    }

    Acts acts() {
        return acts;
    }

    Authenticator authenticator() {
        return authenticator;
    }

    /** The URL of the store, without secrets. */
    StoreUrl store() {
        return backend.url();
    }

    /** The folder of an embedded store, or where the server was started. */
    Path folder() {
        Path file = backend.url().file();
        Path folder = file == null ? null : file.getParent();
        return folder == null ? Path.of("") : folder;
    }

    /** Where it can be reached. */
    public URI address() {
        return URI.create((certificate == null ? "http://" : "https://")
                + (host.contains(":") ? "[" + host + "]" : host) + ":" + web.port());
    }

    /** The password of the account {@code admin}, which was made just now; empty when there were accounts before. */
    public Optional<String> firstPassword() {
        return firstPassword;
    }

    @Override
    public void close() {
        live.close();
        web.stop();
        upkeep.close();
        schedules.close();
        if (certificate != null) {
            certificate.close();
        }
        if (workers != null) {
            workers.close(GRACE);
        }
        sampler.close();
        meters.close();
        registry.close();
        backend.close();
    }
}
