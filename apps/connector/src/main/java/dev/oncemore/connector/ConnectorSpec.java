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

/** What a connector's file says. */
public final class ConnectorSpec {
    /** A sandbox on this machine takes more at once than an accounting system does. */
    private static final int SANDBOX_CONCURRENCY = 8;

    /** A sandbox locks out for seconds. */
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
     * @param lengthMax how long its value may be
     */
    record KeyHeader(String header, int lengthMax) {}

    /** How documents of a type are created and, where that can be asked, looked up. */
    record Calls(Create create, @Nullable Find find) {}

    /** How one is created. */
    record Create(
            String method,
            Template path,
            Map<String, Template> headers,
            BodyTemplate body,
            JsonPlace id,
            @Nullable JsonPlace linkAt,
            @Nullable Template link) {}

    /**
     * How one is looked up by its number.
     *
     * @param list where the found ones stand
     * @param number where in each of them the number stands
     * @param id where in each of them the id stands
     * @param same what else must be the same, where the answer tells it
     * @param lines where its lines stand; null when they are not compared
     * @param sameOfLine what must be the same in each line
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

    /** What it is called. */
    public String name() {
        return name;
    }

    /** How many documents are sent at once. */
    public int concurrency() {
        return concurrency;
    }

    /** Whether it takes documents of this type. */
    public boolean takes(String type) {
        return documents.containsKey(type);
    }

    /** How many requests a second the file allows; empty when it sets no limit. */
    public OptionalDouble ratePerSecond() {
        return rates.stream()
                .filter(window -> window.limit() != null)
                .mapToDouble(window -> (double) Objects.requireNonNull(window.limit())
                        / window.span().toSeconds())
                .findFirst();
    }

    /** The same way of speaking to a sandbox, which asks for no secret, has limits of its own and locks out for seconds. */
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
