package dev.oncemore.connector;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The specification of a connector, read from its file. */
public final class ConnectorSpec {
    /** More than for an accounting system, because the sandbox runs on this machine. */
    private static final int SANDBOX_CONCURRENCY = 8;

    /** Seconds, because the sandbox's lock-outs are short. */
    private static final Duration SANDBOX_LOCK_OUT = Duration.ofSeconds(2);

    final String name;
    final URI address;
    final Auth auth;
    final int concurrency;
    final Duration timeout;
    final @Nullable KeyHeader key;
    final List<RateWindow> rates;
    final Map<Integer, Status> statuses;
    final @Nullable JsonPlace errors;
    final Map<String, Calls> documents;

    ConnectorSpec(
            String name,
            URI address,
            Auth auth,
            int concurrency,
            Duration timeout,
            @Nullable KeyHeader key,
            List<RateWindow> rates,
            Map<Integer, Status> statuses,
            @Nullable JsonPlace errors,
            Map<String, Calls> documents) {
        this.name = name;
        this.address = address;
        this.auth = auth;
        this.concurrency = concurrency;
        this.timeout = timeout;
        this.key = key;
        this.rates = List.copyOf(rates);
        this.statuses = Map.copyOf(statuses);
        this.errors = errors;
        this.documents = Map.copyOf(documents);
    }

    /**
     * A header that makes a request safe to repeat.
     *
     * @param header its name
     * @param lengthMax the longest value
     */
    record KeyHeader(String header, int lengthMax) {}

    /** How documents of a type are created and, if possible, looked up. */
    record Calls(Create create, @Nullable Find find) {}

    /** How a document is created. */
    record Create(
            String method,
            Template path,
            Map<String, Template> headers,
            BodyTemplate body,
            JsonPlace id,
            @Nullable JsonPlace linkAt,
            @Nullable Template link) {}

    /**
     * How a document is looked up by its number.
     *
     * @param list the place of the found documents in the response
     * @param number the place of the number in each of them
     * @param id the place of the id in each of them
     * @param same the other places that must be equal if the response has them
     * @param lines the place of the lines; null when they are not compared
     * @param sameOfLine the places that must be equal in each line
     */
    record Find(
            Template path,
            Map<String, Template> headers,
            JsonPlace list,
            JsonPlace number,
            JsonPlace id,
            Map<JsonPlace, Template> same,
            @Nullable JsonPlace lines,
            Map<JsonPlace, Template> sameOfLine) {}

    /** The connector's name. */
    public String name() {
        return name;
    }

    /** How many documents are sent at once. */
    public int concurrency() {
        return concurrency;
    }

    /** What this status means: as the file says, else as usual. */
    Status status(int code) {
        return statuses.getOrDefault(code, Status.usual(code, key != null));
    }

    /** Whether it supports documents of this type. */
    public boolean takes(String type) {
        return documents.containsKey(type);
    }

    /** The requests per second that the file allows; empty when it sets no limit. */
    public OptionalDouble ratePerSecond() {
        return rates.stream()
                .filter(window -> window.limit() != null)
                .mapToDouble(window -> (double) Objects.requireNonNull(window.limit())
                        / window.span().toSeconds())
                .findFirst();
    }

    /** A copy for a sandbox, which needs no secrets, has its own limits and locks out for seconds. */
    public ConnectorSpec toSandbox(URI sandbox) {
        List<RateWindow> told = new ArrayList<>();
        rates.forEach(window -> told.add(new RateWindow(
                window.span(), null, window.limitHeader(), window.remainingHeader(), window.resetHeader())));
        Map<Integer, Status> shorter = new LinkedHashMap<>();
        statuses.forEach((code, status) -> shorter.put(
                code,
                status.meaning() == Status.Meaning.LOCKED_OUT
                        ? new Status(status.meaning(), SANDBOX_LOCK_OUT)
                        : status));
        return new ConnectorSpec(
                "sandbox",
                sandbox,
                new Auth.None(),
                SANDBOX_CONCURRENCY,
                timeout,
                key,
                told,
                shorter,
                errors,
                documents);
    }
}
