package dev.oncemore.server.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.server.config.ConfigException;
import dev.oncemore.server.desk.DeskSettings;
import dev.oncemore.server.desk.connector.ConnectorFile;
import dev.oncemore.server.desk.connector.ConnectorSpec;
import dev.oncemore.server.store.StoreUrl;
import io.javalin.util.JavalinBindException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
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
            "Environment: ONCEMORE_STORE_USER and ONCEMORE_STORE_PASSWORD for the database, ONCEMORE_ADMIN_TOKEN (20",
            "characters or more) lets automation in as an admin: Authorization: Bearer TOKEN."
        })
public final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080", description = "Where to listen (8080).")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The address to listen on (127.0.0.1, which only this machine reaches).")
    private String host;

    @Option(
            names = "--allow-public",
            description = "Allow an address that others can reach, because a proxy before it adds TLS.")
    private boolean allowPublic;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The folder of the embedded store (data).")
    private Path data;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description =
                    "Another store: sqlite:PATH, jdbc:postgresql://HOST/DATABASE or jdbc:mariadb://HOST/DATABASE.")
    private @Nullable String store;

    @Option(
            names = "--sandbox",
            paramLabel = "URL",
            arity = "0..1",
            fallbackValue = "http://127.0.0.1:4010",
            description = "Let the document desk send to the sandbox there (http://127.0.0.1:4010 unless given).")
    private @Nullable URI sandbox;

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
    private @Nullable Path connectorFolder;

    private ServeCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> environment = System.getenv();
        ServerSettings settings;
        try {
            settings = new ServerSettings(
                    host,
                    port,
                    StoreUrl.parse(store == null ? "sqlite:" + data.resolve("oncemore.db") : store),
                    environment.get("ONCEMORE_ADMIN_TOKEN"),
                    allowPublic,
                    desk(environment));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter err = spec.commandLine().getErr();
        Server server;
        try {
            server = Server.start(settings, environment);
        } catch (JavalinBindException e) {
            err.println("oncemore serve: port " + port + " is taken; choose another with --port");
            return ExitCode.SOFTWARE;
        } catch (ConfigException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (OncemoreException e) {
            err.println("oncemore serve: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            server.close();
                            ended.countDown();
                        },
                        "oncemore-close"));
        PrintWriter out = spec.commandLine().getOut();
        out.println("oncemore is at " + server.address() + ", its store is " + settings.store());
        server.firstPassword()
                .ifPresent(password -> out.println("log in as admin with the password " + password
                        + "  (shown this once; it is not kept in clear)"));
        out.flush();
        ended.await();
        return ExitCode.OK;
    }

    private @Nullable DeskSettings desk(Map<String, String> environment) {
        List<ConnectorSpec> specs = new ArrayList<>();
        if (sandbox != null) {
            specs.add(DeskSettings.sandbox(sandbox));
        }
        connectors.forEach(name -> specs.add(ConnectorFile.find(name, environment)));
        if (connectorFolder != null) {
            specs.addAll(ConnectorFile.folder(connectorFolder, environment));
        }
        return specs.isEmpty() ? null : new DeskSettings(specs, companyIds);
    }
}
