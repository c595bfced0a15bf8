package dev.oncemore.connector;

import dev.oncemore.config.Nearest;
import dev.oncemore.config.YamlFile;
import dev.oncemore.config.YamlPart;
import dev.oncemore.connector.ConnectorSpec.Calls;
import dev.oncemore.connector.ConnectorSpec.Create;
import dev.oncemore.connector.ConnectorSpec.Find;
import dev.oncemore.connector.ConnectorSpec.KeyHeader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads connectors from YAML files. Messages about errors name the file, the line, the value and what is allowed. */
public final class ConnectorFile {
    /** The connectors that are shipped with the server. */
    public static final List<String> SHIPPED = List.of("freee", "generic", "xero");

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final List<String> TYPES = List.of("invoice", "delivery");
    private static final int FILES_MAX = 100;
    private static final int CONCURRENCY = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private ConnectorFile() {}

    /** Reads a shipped connector by its name, or a file by its path. */
    public static ConnectorSpec find(String nameOrFile, Map<String, String> environment) {
        if (SHIPPED.contains(nameOrFile)) {
            return shipped(nameOrFile, environment);
        }
        Path file = Path.of(nameOrFile);
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("no connector or file '" + nameOrFile + "' exists; "
                    + Nearest.to(nameOrFile, SHIPPED)
                            .map(near -> "did you mean '" + near + "'? ")
                            .orElse("")
                    + "write the path of a YAML file, or one of " + String.join(", ", SHIPPED));
        }
        return read(YamlFile.read(file), environment);
    }

    /** Reads a shipped connector. */
    public static ConnectorSpec shipped(String name, Map<String, String> environment) {
        try (InputStream content = ConnectorFile.class.getResourceAsStream(name + ".yml")) {
            if (content == null) {
                throw new IllegalStateException(name + ".yml is missing in the jar");
            }
            return read(
                    YamlFile.parse(name + ".yml", new String(content.readAllBytes(), StandardCharsets.UTF_8)),
                    environment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads every {@code .yml} and {@code .yaml} file of a folder, in the order of their names. */
    public static List<ConnectorSpec> folder(Path folder, Map<String, String> environment) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(file -> file.toString().matches(".*\\.ya?ml"))
                    .sorted()
                    .limit(FILES_MAX + 1L)
                    .toList();
            if (found.size() > FILES_MAX) {
                throw new IllegalArgumentException("the connector folder " + folder + " has more than " + FILES_MAX
                        + " YAML files; move some of them elsewhere");
            }
            return found.stream()
                    .map(file -> read(YamlFile.read(file), environment))
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException("the connector folder " + folder + " cannot be read", e);
        }
    }

    /** Reads a connector from a file. */
    public static ConnectorSpec read(YamlPart file, Map<String, String> environment) {
        file.only(
                "connector",
                "address",
                "auth",
                "concurrency",
                "timeout",
                "key",
                "rates",
                "statuses",
                "errors",
                "documents");
        YamlPart name = file.require("connector");
        if (!NAME.matcher(name.text()).matches()) {
            throw name.wrong("a name of 1 to 40 lower-case letters, digits and dashes");
        }
        YamlPart documents = file.require("documents").only(TYPES.toArray(new String[0]));
        Map<String, Calls> calls = new LinkedHashMap<>();
        documents.entries().forEach((type, part) -> calls.put(type, calls(part)));
        if (calls.isEmpty()) {
            throw documents.fault("'documents' needs at least one of " + String.join(", ", TYPES));
        }
        return new ConnectorSpec(
                name.text(),
                address(file.require("address"), environment),
                Auth.read(file.require("auth")),
                file.find("concurrency").map(part -> part.number(1, 256)).orElse(CONCURRENCY),
                file.find("timeout")
                        .map(part -> part.span(Duration.ofSeconds(1), Duration.ofMinutes(10)))
                        .orElse(TIMEOUT),
                file.find("key").map(ConnectorFile::key).orElse(null),
                file.find("rates").map(RateWindow::read).orElse(List.of()),
                file.find("statuses").map(Status::read).orElse(Map.of()),
                file.find("errors").map(JsonPlace::of).orElse(null),
                calls);
    }

    private static URI address(YamlPart part, Map<String, String> environment) {
        if (!part.isMapping()) {
            return Addresses.of(part);
        }
        Secret variable = Secret.of(part.only("environment").require("environment"));
        try {
            return Addresses.of(variable.value(environment));
        } catch (IllegalArgumentException e) {
            if (environment.containsKey(variable.variable())) {
                throw part.fault("the environment variable " + variable.variable()
                        + " must be an address such as https://api.example.com/v1 (http only on this machine)");
            }
            throw e;
        }
    }

    private static KeyHeader key(YamlPart part) {
        YamlPart header = part.only("header", "lengthMax").require("header");
        HeaderName.requireFree(header, header.text());
        return new KeyHeader(
                header.text(),
                part.find("lengthMax").map(most -> most.number(32, 1_000)).orElse(255));
    }

    private static Calls calls(YamlPart part) {
        part.only("create", "find");
        return new Calls(
                create(part.require("create")),
                part.find("find").map(ConnectorFile::find).orElse(null));
    }

    private static Create create(YamlPart part) {
        part.only("method", "path", "headers", "body", "id", "link", "linkAt");
        Set<String> withId = new HashSet<>(Outgoing.FIELDS);
        withId.add("id");
        return new Create(
                part.find("method")
                        .map(method -> method.choice(List.of("POST", "PUT")))
                        .orElse("POST"),
                path(part),
                headers(part),
                BodyTemplate.of(part.require("body")),
                JsonPlace.of(part.require("id")),
                part.find("linkAt").map(JsonPlace::of).orElse(null),
                part.find("link").map(link -> Template.of(link, withId)).orElse(null));
    }

    private static Find find(YamlPart part) {
        part.only("path", "headers", "list", "number", "id", "same", "lines");
        YamlPart lines = part.find("lines").map(some -> some.only("at", "same")).orElse(null);
        return new Find(
                path(part),
                headers(part),
                JsonPlace.of(part.require("list")),
                JsonPlace.of(part.require("number")),
                JsonPlace.of(part.require("id")),
                part.find("same").map(same -> same(same, Outgoing.FIELDS)).orElse(Map.of()),
                lines == null ? null : JsonPlace.of(lines.require("at")),
                lines == null ? Map.of() : same(lines.require("same"), Outgoing.LINE_FIELDS));
    }

    private static Template path(YamlPart part) {
        YamlPart path = part.require("path");
        if (!path.text().startsWith("/")) {
            throw path.wrong("a path that starts with /");
        }
        return Template.of(path, Outgoing.FIELDS);
    }

    private static Map<String, Template> headers(YamlPart part) {
        Map<String, Template> headers = new LinkedHashMap<>();
        part.find("headers")
                .ifPresent(all -> all.entries().forEach((name, value) -> {
                    HeaderName.requireFree(value, name);
                    headers.put(name, Template.of(value, Outgoing.HEADER_FIELDS));
                }));
        return headers;
    }

    /** Reads the expected value for each place of the response. */
    private static Map<JsonPlace, Template> same(YamlPart part, Set<String> names) {
        Map<JsonPlace, Template> same = new LinkedHashMap<>();
        part.entries().forEach((place, value) -> same.put(JsonPlace.of(part, place), Template.of(value, names)));
        return same;
    }
}
