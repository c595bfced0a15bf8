package dev.oncemore.server.serve;

import dev.oncemore.config.Setting;
import dev.oncemore.connector.ConnectorFile;
import dev.oncemore.connector.ConnectorSpec;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.http.webhook.AddressGuard;
import dev.oncemore.operations.alert.AlertSettings;
import dev.oncemore.operations.callback.CallbackSettings;
import dev.oncemore.operations.purge.Retention;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Faults;
import dev.oncemore.server.tls.PemFiles;
import dev.oncemore.server.web.Networks;
import dev.oncemore.server.web.TrustedProxies;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of {@code oncemore serve}, from the command line, the environment and a file. */
final class ServeSettings {
    /** The settings that the file may have. */
    private static final String[] NAMES = {
        "host",
        "port",
        "allow-public",
        "data",
        "store",
        "sandbox",
        "sandbox-port",
        "sandbox-faults",
        "company-id",
        "connector",
        "connectors",
        "billing-zone",
        "keep-files",
        "keep-tasks",
        "keep-discarded",
        "keep-row-log",
        "keep-audit",
        "tls-cert",
        "tls-key",
        "trust-proxy",
        "alert-webhook",
        "alert-quiet",
        "callback-networks",
        "log"
    };

    /** A sandbox beside the server, instead of one elsewhere. */
    static final String OWN_SANDBOX = "true";

    private static final int SANDBOX_PORT = 4010;
    private static final int SERVER_PORT = 8080;

    private final Settings settings;
    private final Map<String, String> environment;

    /** As {@link Settings#read}. */
    ServeSettings(Map<String, @Nullable String> flags, Map<String, String> environment) {
        this.environment = environment;
        this.settings = Settings.read(flags, environment, NAMES);
    }

    /** The server's own, without a desk. */
    ServerSettings server() {
        check();
        int port = port("port", SERVER_PORT);
        boolean allowPublic = settings.find("allow-public").map(Setting::isTrue).orElse(false);
        PemFiles tls = tls();
        TrustedProxies proxies = settings.find("trust-proxy")
                .map(setting -> setting.as(TrustedProxies::parse))
                .orElse(TrustedProxies.NONE);
        boolean isEncrypted = allowPublic || tls != null || proxies.isAny();
        String host = settings.find("host")
                .map(setting -> setting.as(text -> ServerSettings.requireSafe(text, isEncrypted)))
                .orElse("127.0.0.1");
        return new ServerSettings(
                host,
                port,
                store(),
                environment.get("ONCEMORE_ADMIN_TOKEN"),
                allowPublic,
                null,
                retention(),
                tls,
                proxies,
                alerts(),
                callbacks());
    }

    private CallbackSettings callbacks() {
        AddressGuard publicOnly = AddressGuard.publicOnly();
        return new CallbackSettings(
                secret("ONCEMORE_CALLBACK_SECRET")
                        .map(secrets -> secrets.as(AlertSettings::secrets))
                        .orElse(List.of()),
                settings.find("callback-networks")
                        .map(networks -> networks.as(Networks::parse))
                        .map(own -> publicOnly.orAddresses(own::contains))
                        .orElse(publicOnly));
    }

    /** Secrets have no place on the command line and in the file. */
    private AlertSettings alerts() {
        return new AlertSettings(
                secret("ONCEMORE_ALERT_SLACK")
                        .map(url -> url.as(AlertSettings::address))
                        .orElse(null),
                secret("ONCEMORE_ALERT_PAGERDUTY")
                        .map(key -> key.as(AlertSettings::routingKey))
                        .orElse(null),
                secret("ONCEMORE_ALERT_PAGERDUTY_URL")
                        .map(url -> url.as(AlertSettings::address))
                        .orElse(AlertSettings.PAGERDUTY),
                settings.find("alert-webhook")
                        .map(url -> url.as(AlertSettings::address))
                        .orElse(null),
                secret("ONCEMORE_ALERT_WEBHOOK_SECRET")
                        .map(secrets -> secrets.as(AlertSettings::secrets))
                        .orElse(List.of()),
                settings.find("alert-quiet")
                        .map(span -> span.as(AlertSettings::quiet))
                        .orElse(AlertSettings.none().quiet()));
    }

    private Optional<Setting> secret(String variable) {
        String value = environment.get(variable);
        return value == null || value.isEmpty()
                ? Optional.empty()
                : Optional.of(new Setting("the environment", variable, value));
    }

    private Retention retention() {
        Retention usual = Retention.standard();
        return new Retention(
                kept("keep-tasks", usual.tasks()),
                kept("keep-discarded", usual.discarded()),
                kept("keep-row-log", usual.rowLog()),
                kept("keep-audit", usual.audit()));
    }

    private Duration kept(String name, Duration usual) {
        return settings.find(name).map(span -> span.as(Retention::parse)).orElse(usual);
    }

    /** The certificate and its key, one of which alone is of no use. */
    private @Nullable PemFiles tls() {
        Optional<Setting> certificate = settings.find("tls-cert");
        Optional<Setting> key = settings.find("tls-key");
        if (certificate.isPresent() != key.isPresent()) {
            certificate
                    .or(() -> key)
                    .ifPresent(alone -> alone.as(text -> {
                        throw new IllegalArgumentException("tls-cert and tls-key go together; set both, or neither");
                    }));
        }
        return certificate
                .map(chain -> chain.as(file -> PemFiles.require(
                        Path.of(file), Path.of(key.orElseThrow().text()))))
                .orElse(null);
    }

    /** What would be used only with a desk, or with a sandbox beside the server, is wrong or of no use all the same. */
    private void check() {
        settings.find("billing-zone").ifPresent(zone -> zone.as(DeskSettings::zone));
        settings.find("keep-files").ifPresent(span -> span.as(DeskSettings::kept));
        companyIds();
        for (String name : List.of("sandbox-port", "sandbox-faults")) {
            settings.find(name)
                    .filter(setting -> !isSandboxOwn())
                    .ifPresent(setting -> setting.as(text -> {
                        throw new IllegalArgumentException(
                                "this needs a sandbox beside the server; add --sandbox, or sandbox: true");
                    }));
        }
    }

    private StoreUrl store() {
        return settings.find("store").map(url -> url.as(StoreUrl::parse)).orElseGet(() -> {
            String data = settings.find("data").map(Setting::text).orElse("data");
            return StoreUrl.parse("sqlite:" + data + "/oncemore.db");
        });
    }

    private int port(String name, int otherwise) {
        return settings.find(name)
                .map(setting -> setting.number(0, ServerSettings.PORT_MAX))
                .orElse(otherwise);
    }

    /** Whether the log is JSON lines. */
    boolean isLogJson() {
        return settings.find("log")
                .map(setting -> setting.as(text -> {
                    if (!text.equals("json") && !text.equals("text")) {
                        throw new IllegalArgumentException("must be text or json, but is '" + text + "'");
                    }
                    return text.equals("json");
                }))
                .orElse(false);
    }

    /** Whether a sandbox runs beside the server. */
    boolean isSandboxOwn() {
        return settings.find("sandbox")
                .map(setting -> setting.text().equals(OWN_SANDBOX))
                .orElse(false);
    }

    /** Where that one listens. */
    int sandboxPort() {
        return port("sandbox-port", SANDBOX_PORT);
    }

    /** What fails in it. */
    Faults sandboxFaults() {
        return settings.find("sandbox-faults")
                .map(setting -> setting.as(Faults::parse))
                .orElse(Faults.NONE);
    }

    /** The desk that sends to a sandbox elsewhere, and to what connectors describe; empty when there are none of them. */
    Optional<DeskSettings> desk() {
        List<ConnectorSpec> systems = connectors();
        settings.find("sandbox")
                .filter(setting ->
                        !setting.text().equals(OWN_SANDBOX) && !setting.text().equals("false"))
                .ifPresent(setting -> systems.add(setting.as(text -> DeskSettings.sandbox(URI.create(text)))));
        return systems.isEmpty() ? Optional.empty() : Optional.of(desk(systems));
    }

    /** As {@link #desk()}, with the sandbox there. */
    DeskSettings desk(URI sandbox) {
        List<ConnectorSpec> systems = connectors();
        systems.add(DeskSettings.sandbox(sandbox));
        return desk(systems);
    }

    private DeskSettings desk(List<ConnectorSpec> systems) {
        DeskSettings usual = new DeskSettings(systems, companyIds());
        return usual.billingZone(settings.find("billing-zone")
                        .map(zone -> zone.as(DeskSettings::zone))
                        .orElse(usual.billingZone()))
                .filesKept(settings.find("keep-files")
                        .map(span -> span.as(DeskSettings::kept))
                        .orElse(usual.filesKept()));
    }

    /** The first is the usual one, which a sandbox is only where there is nothing else. */
    private List<ConnectorSpec> connectors() {
        List<ConnectorSpec> systems = new ArrayList<>();
        settings.list("connector").forEach(name -> systems.add(name.as(text -> ConnectorFile.find(text, environment))));
        settings.find("connectors")
                .ifPresent(
                        folder -> systems.addAll(folder.as(text -> ConnectorFile.folder(Path.of(text), environment))));
        return systems;
    }

    private Map<String, String> companyIds() {
        Map<String, String> ids = new HashMap<>();
        settings.entries("company-id").forEach((company, id) -> ids.put(company, id.text()));
        return ids;
    }
}
