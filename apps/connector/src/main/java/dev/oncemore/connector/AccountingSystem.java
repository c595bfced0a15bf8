package dev.oncemore.connector;

import dev.oncemore.connector.ConnectorSpec.Calls;
import dev.oncemore.connector.ConnectorSpec.Create;
import dev.oncemore.connector.ConnectorSpec.Find;
import dev.oncemore.once.record.Resource;
import dev.oncemore.retry.RetryListener;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.time.Time;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The client of an accounting system, as described by a connector file. */
public final class AccountingSystem {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int WORDS_MAX = 500;
    private static final int LINK_MAX = 1_000;

    private final ConnectorSpec spec;
    private final String address;
    private final Pace pace;
    private final SystemClient client;
    private final Map<String, SystemClient> creating = new HashMap<>();
    private final Map<String, SystemClient> finding = new HashMap<>();
    private final Authorization authorization;
    private final Semaphore turns;

    /**
     * Opens the client without sending anything.
     *
     * @param environment the environment variables, which hold its secrets
     * @throws IllegalArgumentException when a secret is missing; the message names its variable
     */
    public AccountingSystem(ConnectorSpec spec, Map<String, String> environment, Time time, InstantSource clock) {
        this(spec, environment, time, clock, null, event -> {});
    }

    /**
     * As above, for connectors that renew their tokens.
     *
     * @param vault where renewed tokens are stored
     * @param listener hears of each request
     */
    AccountingSystem(
            ConnectorSpec spec,
            Map<String, String> environment,
            Time time,
            InstantSource clock,
            @Nullable TokenVault vault,
            RetryListener listener) {
        this.spec = spec;
        this.address = spec.address.toString().replaceAll("/+$", "");
        SystemClient client = new SystemClient(spec, time, clock, listener);
        this.client = client;
        this.pace = new Pace(spec.rates, time, client::heldFor);
        this.turns = new Semaphore(spec.concurrency, true);
        this.authorization = Authorization.of(spec, environment, client.operation("token"), time, clock, vault);
        for (String type : spec.documents.keySet()) {
            creating.put(type, client.operation("create-" + type));
            finding.put(type, client.operation("find-" + type));
        }
    }

    /**
     * A document that was just created.
     *
     * @param id its id
     * @param link its page in the accounting system; empty when unknown
     */
    public record Made(String id, String link) {}

    /**
     * A document found by its number.
     *
     * @param id its id
     * @param isSame whether its content equals that of the searched document
     */
    public record Found(String id, boolean isSame) {}

    /** The connector's specification. */
    public ConnectorSpec spec() {
        return spec;
    }

    /** The rate limits and holds of this system. */
    public Pace pace() {
        return pace;
    }

    /** Limits how many documents are sent at once. */
    public Semaphore turns() {
        return turns;
    }

    /** Whether documents of this type can be looked up by number. */
    public boolean canFind(String type) {
        return calls(type).find() != null;
    }

    private Calls calls(String type) {
        Calls calls = spec.documents.get(type);
        if (calls == null) {
            throw new IllegalArgumentException(
                    "the connector " + spec.name + " does not support documents of type " + type);
        }
        return calls;
    }

    /** The longest idempotency key; 0 when the system accepts none. */
    public int keyLengthMax() {
        return spec.key == null ? 0 : spec.key.lengthMax();
    }

    /** Creates a document. */
    public Made create(Outgoing document) throws InterruptedException {
        Create create = calls(document.type()).create();
        HttpResponse<byte[]> response = send(creating, document, made(() -> {
            HttpRequest.Builder request = request(create.path(), create.headers(), document)
                    .header("Content-Type", "application/json")
                    .method(
                            create.method(),
                            BodyPublishers.ofByteArray(
                                    JSON.writeValueAsBytes(create.body().filled(document))));
            if (spec.key != null) {
                request.header(spec.key.header(), document.fields().getOrDefault("key", ""));
            }
            return request;
        }));
        if (response.statusCode() >= 300) {
            throw failure(response);
        }
        JsonNode answer = BoundedBody.json(response);
        String id = requireId(document, create.id().text(answer), "the response");
        return new Made(id, link(create, document, answer, id));
    }

    /** An id that a record can keep. Without one nobody knows what was created, but something may have been. */
    private static String requireId(Outgoing document, String id, String where) {
        if (id.isEmpty()) {
            throw ConnectorException.unknown(where + " has no id");
        }
        try {
            return new Resource(document.type(), id).id();
        } catch (IllegalArgumentException e) {
            throw ConnectorException.unknown(where + " has an invalid id: " + e.getMessage());
        }
    }

    private static String link(Create create, Outgoing document, JsonNode answer, String id) {
        String link = "";
        if (create.linkAt() != null) {
            link = create.linkAt().text(answer);
        } else if (create.link() != null) {
            Map<String, String> values = new HashMap<>(document.fields());
            values.put("id", id);
            link = create.link().encoded(values);
        }
        boolean isWeb = link.startsWith("https://") || link.startsWith("http://");
        boolean isOneLine = link.chars()
                .noneMatch(
                        c -> Character.isISOControl(c) || Character.isWhitespace(c) || Character.isSurrogate((char) c));
        return isWeb && isOneLine && link.length() <= LINK_MAX ? link : "";
    }

    /** Looks a document up by its number. */
    public Optional<Found> find(Outgoing document) throws InterruptedException {
        Find find = Objects.requireNonNull(calls(document.type()).find(), "this connector has no look-up");
        HttpResponse<byte[]> response = send(
                finding,
                document,
                made(() -> request(find.path(), find.headers(), document).GET()));
        if (response.statusCode() != 200) {
            throw failure(response);
        }
        List<JsonNode> lists = find.list().all(BoundedBody.json(response));
        if (lists.isEmpty() || !lists.get(0).isArray()) {
            throw new ConnectorException(
                    Classification.transientFailure("the response to the look-up cannot be read"),
                    response.statusCode(),
                    false);
        }
        for (JsonNode found : lists.get(0)) {
            // A search may return other numbers, too.
            if (find.number().text(found).equals(document.fields().get("number"))) {
                String id = requireId(document, find.id().text(found), "the document that was looked up");
                return Optional.of(new Found(id, isSame(find, document, found)));
            }
        }
        return Optional.empty();
    }

    @FunctionalInterface
    private interface Making {
        HttpRequest.Builder make() throws InterruptedException;
    }

    /** Builds a request. A failure is reported by its type only, because its message may contain a secret. */
    private static HttpRequest made(Making making) throws InterruptedException {
        try {
            return making.make().build();
        } catch (ConnectorException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConnectorException(
                    Classification.rejected(
                            "the connector file's templates make an invalid request from this document ("
                                    + e.getClass().getSimpleName() + "); nothing was sent"),
                    0,
                    false);
        }
    }

    private HttpRequest.Builder request(Template path, Map<String, Template> headers, Outgoing document)
            throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path.encoded(document.fields())))
                .header("Accept", "application/json");
        document.repetition().headers().forEach(request::header);
        headers.forEach((name, value) -> request.header(name, value.filled(document.fields())));
        authorization.header().ifPresent(value -> request.header("Authorization", value));
        return request;
    }

    private HttpResponse<byte[]> send(Map<String, SystemClient> clients, Outgoing document, HttpRequest request)
            throws InterruptedException {
        HttpResponse<byte[]> response =
                Objects.requireNonNull(clients.get(document.type())).send(request);
        pace.learn(response.headers());
        if (response.statusCode() < 300) {
            request.headers().firstValue("Authorization").ifPresent(authorization::accept);
        }
        return response;
    }

    /** Compares the fields that the response has: a search may leave out the lines. */
    private static boolean isSame(Find find, Outgoing document, JsonNode found) {
        if (!isSame(find.same(), document.fields(), found)) {
            return false;
        }
        List<JsonNode> lists = find.lines() == null ? List.of() : find.lines().all(found);
        if (lists.isEmpty() || !lists.get(0).isArray()) {
            return true;
        }
        JsonNode lines = lists.get(0);
        if (lines.size() != document.lines().size()) {
            return false;
        }
        for (int i = 0; i < lines.size(); i++) {
            if (!isSame(find.sameOfLine(), document.lines().get(i), lines.path(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(Map<JsonPlace, Template> same, Map<String, String> values, JsonNode found) {
        return same.entrySet().stream().allMatch(entry -> {
            // Filled once, not for each of the values that the response has at this place.
            Predicate<String> isOurs = SameValue.as(entry.getValue().filled(values));
            return entry.getKey().all(found).stream().allMatch(node -> isOurs.test(node.asString("")));
        });
    }

    private ConnectorException failure(HttpResponse<byte[]> response) {
        int code = response.statusCode();
        String messages = spec.errors == null
                ? ""
                : String.join(
                        "; ",
                        spec.errors.all(BoundedBody.json(response)).stream()
                                .map(node -> node.asString(""))
                                .filter(text -> !text.isBlank())
                                .limit(WORDS_MAX)
                                .map(text -> text.substring(0, Math.min(WORDS_MAX, text.length())))
                                .toList());
        String words = "HTTP " + code + (messages.isEmpty() ? "" : ": " + messages);
        String told = words.length() > WORDS_MAX ? words.substring(0, WORDS_MAX) + "…" : words;
        // Another server may have renewed the token, which invalidates the previous one.
        boolean isOutdated = code == 401
                && response.request()
                        .headers()
                        .firstValue("Authorization")
                        .map(authorization::forget)
                        .orElse(false);
        String remedy = isOutdated ? "the token is renewed" : authorization.remedy();
        String reason = code == 401 ? told + "; " + remedy : told;
        Status status = spec.status(code);
        boolean isHeld = status.meaning() == Status.Meaning.LOCKED_OUT;
        if (isHeld || status.meaning() == Status.Meaning.THROTTLED) {
            pace.hold(client.wait(response).orElse(status.hold()), reason);
        }
        Classification classification = isOutdated && status.meaning() == Status.Meaning.REFUSED
                ? Classification.transientFailure(reason)
                : client.classification(response, reason);
        return new ConnectorException(classification, code, isHeld);
    }
}
