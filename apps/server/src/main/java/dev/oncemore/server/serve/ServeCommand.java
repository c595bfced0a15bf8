package dev.oncemore.server.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.observe.json.JsonObject;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.time.WallClock;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oncemore serve}. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Run the server: the console for people on call and the HTTP API, on one port.",
        footer = {
            "",
            "Each option can be in the environment as well, --allow-public as ONCEMORE_ALLOW_PUBLIC, or in the file, as",
            "allow-public: true. The command line counts first, then the environment, then the file.",
            "ONCEMORE_STORE_USER and ONCEMORE_STORE_PASSWORD are for the database; ONCEMORE_ADMIN_TOKEN (20 characters or",
            "more) lets automation in as an admin: Authorization: Bearer TOKEN. Secrets have no option and no place in the",
            "file."
        })
public final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", description = "Where to listen (8080).")
    private @Nullable String port;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "The address to listen on (127.0.0.1, which only this machine reaches).")
    private @Nullable String host;

    @Option(
            names = "--allow-public",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Allow an address that others can reach without TLS, because something in front adds it.")
    private @Nullable String allowPublic;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Serve over TLS with this certificate and its chain (PEM). Read again when it is renewed.")
    private @Nullable String tlsCert;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The certificate's key (PEM, PKCS #8).")
    private @Nullable String tlsKey;

    @Option(
            names = "--trust-proxy",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "NETWORKS",
            description =
                    "Respect X-Forwarded-For and X-Forwarded-Proto of proxies in these networks; without a value, on"
                            + " this machine and in private networks.")
    private @Nullable String trustProxy;

    @Option(names = "--data", paramLabel = "DIR", description = "The folder of the embedded store (data).")
    private @Nullable String data;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description =
                    "Another store: sqlite:PATH, jdbc:postgresql://HOST/DATABASE or jdbc:mariadb://HOST/DATABASE.")
    private @Nullable String store;

    @Option(
            names = "--log",
            paramLabel = "FORMAT",
            description = "text, or json for nothing but JSON lines on both streams (text).")
    private @Nullable String log;

    private boolean isLogJson;

    @Option(names = "--config", paramLabel = "FILE", description = "A YAML file with these settings.")
    private @Nullable String config;

    @Option(
            names = "--sandbox",
            paramLabel = "URL",
            arity = "0..1",
            fallbackValue = ServeSettings.OWN_SANDBOX,
            description =
                    "Let the document desk send to the sandbox there; without URL, to one that runs beside the server.")
    private @Nullable String sandbox;

    @Option(
            names = "--sandbox-port",
            paramLabel = "PORT",
            description = "Where the sandbox beside the server listens (4010).")
    private @Nullable String sandboxPort;

    @Option(
            names = "--sandbox-faults",
            paramLabel = "FAULTS",
            description = "What fails in the sandbox beside the server: none, 30%%, or 429=5%%,cut-after=10%% (none).")
    private @Nullable String sandboxFaults;

    @Option(
            names = "--company-id",
            paramLabel = "NAME=ID",
            description =
                    "The accounting system's id of a company. A sandbox needs none: ids are made out of the names.")
    private Map<String, String> companyIds = Map.of();

    @Option(
            names = "--connector",
            paramLabel = "FILE",
            description =
                    "Let the document desk send to the accounting system that this file describes, or to freee, xero or"
                            + " generic by name. Can be given several times; the first is the usual one.")
    private List<String> connectors = List.of();

    @Option(names = "--connectors", paramLabel = "DIR", description = "All connectors in this folder (*.yml).")
    private @Nullable String connectorFolder;

    @Option(
            names = "--billing-zone",
            paramLabel = "ZONE",
            description = "Where a month ends for monthly billing, such as Asia/Tokyo (UTC).")
    private @Nullable String billingZone;

    @Option(
            names = "--keep-files",
            paramLabel = "SPAN",
            description = "How long the files of sheets are kept as they came, from 1d to 3650d (90d).")
    private @Nullable String keepFiles;

    @Option(
            names = "--keep-tasks",
            paramLabel = "SPAN",
            description = "How long ended tasks are kept, with their log and dedup key, from 1d to 3650d (30d).")
    private @Nullable String keepTasks;

    @Option(
            names = "--keep-discarded",
            paramLabel = "SPAN",
            description = "How long discarded dead letters can be restored (90d).")
    private @Nullable String keepDiscarded;

    @Option(names = "--keep-row-log", paramLabel = "SPAN", description = "How long the log of rows is kept (730d).")
    private @Nullable String keepRowLog;

    @Option(names = "--keep-audit", paramLabel = "SPAN", description = "How long the audit trail is kept (730d).")
    private @Nullable String keepAudit;

    @Option(
            names = "--alert-webhook",
            paramLabel = "URL",
            description =
                    "Send alerts there as JSON. Slack and PagerDuty: ONCEMORE_ALERT_SLACK, ONCEMORE_ALERT_PAGERDUTY.")
    private @Nullable String alertWebhook;

    @Option(
            names = "--alert-quiet",
            paramLabel = "SPAN",
            description = "How long the same alert is not sent again, from 1min to 7d (1h).")
    private @Nullable String alertQuiet;

    @Option(
            names = "--callback-networks",
            paramLabel = "NETWORKS",
            description = "Allow callbacks to these networks of yours too, such as 10.0.0.0/8; otherwise only public"
                    + " addresses over https. Callbacks need ONCEMORE_CALLBACK_SECRET.")
    private @Nullable String callbackNetworks;

    private ServeCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        Running running;
        try {
            running = start(System.getenv());
        } catch (OncemoreException e) {
            spec.commandLine().getErr().println("oncemore serve: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
        CountDownLatch ended = new CountDownLatch(1);
        boolean goesOn = AtExit.close(() -> {
            running.close();
            ended.countDown();
        });
        if (goesOn) {
            welcome(running);
        }
        ended.await();
        return ExitCode.OK;
    }

    private Running start(Map<String, String> environment) {
        try {
            ServeSettings settings = new ServeSettings(flags(), environment);
            ServerSettings server = settings.server();
            isLogJson = settings.isLogJson();
            if (isLogJson) {
                JsonLog.use();
            }
            if (settings.isSandboxOwn()) {
                SandboxSettings beside =
                        SandboxSettings.standard().port(settings.sandboxPort()).faults(settings.sandboxFaults());
                return Running.withSandbox(server, beside, sandbox -> settings.desk(sandbox.address()), environment);
            }
            return Running.alone(server.desk(settings.desk().orElse(null)), environment);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private Map<String, @Nullable String> flags() {
        Map<String, @Nullable String> flags = new HashMap<>();
        flags.put("port", port);
        flags.put("host", host);
        flags.put("allow-public", allowPublic);
        flags.put("data", data);
        flags.put("store", store);
        flags.put("config", config);
        flags.put("log", log);
        flags.put("sandbox", sandbox);
        flags.put("sandbox-port", sandboxPort);
        flags.put("sandbox-faults", sandboxFaults);
        flags.put("company-id", companyIds.isEmpty() ? null : listed(companyIds));
        flags.put("connector", connectors.isEmpty() ? null : String.join(",", connectors));
        flags.put("connectors", connectorFolder);
        flags.put("billing-zone", billingZone);
        flags.put("keep-files", keepFiles);
        flags.put("keep-tasks", keepTasks);
        flags.put("keep-discarded", keepDiscarded);
        flags.put("keep-row-log", keepRowLog);
        flags.put("keep-audit", keepAudit);
        flags.put("tls-cert", tlsCert);
        flags.put("tls-key", tlsKey);
        flags.put("trust-proxy", trustProxy);
        flags.put("alert-webhook", alertWebhook);
        flags.put("alert-quiet", alertQuiet);
        flags.put("callback-networks", callbackNetworks);
        return flags;
    }

    private static String listed(Map<String, String> pairs) {
        return pairs.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + pair.getValue())
                .collect(Collectors.joining(","));
    }

    private void welcome(Running running) {
        PrintWriter out = spec.commandLine().getOut();
        Server server = running.server();
        if (isLogJson) {
            JsonObject started = JsonLog.event(
                            "server_started", WallClock.system().instant())
                    .add("address", server.address().toString())
                    .add("store", server.store().toString());
            running.sandbox()
                    .ifPresent(beside -> started.add("sandbox", beside.address().toString()));
            server.firstPassword()
                    .ifPresent(password -> started.add(
                            "firstPasswordFile",
                            FirstPassword.write(server.folder(), password).toString()));
            out.println(started);
            out.flush();
            return;
        }
        out.println("oncemore is at " + server.address() + ", its store is " + server.store());
        running.sandbox()
                .ifPresent(beside -> out.println("sandbox accounting API: " + beside.address() + "; what it created: "
                        + beside.address() + "/_created"));
        server.firstPassword().ifPresent(password -> FirstPassword.tell(out, password, server.folder()));
        out.flush();
    }
}
