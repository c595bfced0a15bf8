package dev.oncemore.lab.doctor;

import dev.oncemore.config.Nearest;
import dev.oncemore.config.YamlFile;
import dev.oncemore.config.YamlPart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which service calls which, with which policy.
 *
 * <pre>{@code
 * p95: 800ms
 * services:
 *   gateway: {p95: 50ms, calls: [{to: orders, policy: orders, idempotent: true}]}
 *   orders: {p95: 200ms, keeps-keys: 24h}
 * }</pre>
 */
final class CallGraph {
    private static final Duration LEAST = Duration.ofMillis(1);
    private static final Duration MOST = Duration.ofDays(3650);
    private static final int SERVICES_MAX = 1_000;

    /**
     * A service.
     *
     * @param p95 how long it works for a request itself, without its calls
     * @param keepsKeys how long it keeps idempotency keys
     * @param parallel whether it makes its calls at the same time
     */
    record Service(
            String name,
            Optional<Duration> p95,
            Optional<Duration> keepsKeys,
            boolean parallel,
            List<Call> calls,
            YamlPart part) {}

    /** A call of another service; safe if it is idempotent or carries a key. */
    record Call(String from, String to, ReviewedPolicy policy, boolean safe, int line) {
        String shown() {
            return from + " → " + to;
        }
    }

    final String file;
    final Optional<Duration> promise;
    final Optional<Duration> redrive;
    /** Whether services pass on deadlines and the ownership of retries, as our HTTP client and filter do. */
    final boolean passesOn;

    final Map<String, Service> services = new LinkedHashMap<>();
    /** The services, callers first. */
    final List<Service> ordered = new ArrayList<>();

    private CallGraph(Path path, Collection<ReviewedPolicy> policies) {
        file = path.toString();
        YamlPart root = YamlFile.read(path).only("p95", "redrive", "passes-on", "services");
        promise = root.find("p95").map(part -> part.span(LEAST, MOST));
        redrive = root.find("redrive").map(part -> part.span(LEAST, MOST));
        passesOn = root.find("passes-on").map(YamlPart::truth).orElse(false);
        Map<String, YamlPart> parts = root.require("services").entries();
        if (parts.size() > SERVICES_MAX) {
            throw root.require("services").fault("there are more than " + SERVICES_MAX + " services");
        }
        parts.forEach((name, part) -> services.put(name, service(name, part, parts.keySet(), policies)));
        Set<String> done = new LinkedHashSet<>();
        for (Service service : services.values()) {
            order(service, new LinkedHashSet<>(), done, null);
        }
        Collections.reverse(ordered);
    }

    /**
     * Reads a graph.
     *
     * @throws dev.oncemore.config.ConfigException when it is wrong, has a cycle or names what does not exist; the message
     *     names file, line and reason
     */
    static CallGraph read(Path path, Collection<ReviewedPolicy> policies) {
        return new CallGraph(path, policies);
    }

    private static Service service(String name, YamlPart part, Set<String> names, Collection<ReviewedPolicy> policies) {
        part.only("p95", "keeps-keys", "parallel", "calls");
        List<Call> calls = new ArrayList<>();
        part.find("calls")
                .ifPresent(list -> list.items().forEach(item -> calls.add(call(name, item, names, policies))));
        return new Service(
                name,
                part.find("p95").map(span -> span.span(LEAST, MOST)),
                part.find("keeps-keys").map(span -> span.span(LEAST, MOST)),
                part.find("parallel").map(YamlPart::truth).orElse(false),
                calls,
                part);
    }

    private static Call call(String from, YamlPart part, Set<String> names, Collection<ReviewedPolicy> policies) {
        part.only("to", "policy", "idempotent", "key");
        YamlPart to = part.require("to");
        if (!names.contains(to.text())) {
            throw to.fault("there is no service '" + to.text() + "'" + near(to.text(), names));
        }
        boolean safe = part.find("idempotent").map(YamlPart::truth).orElse(false)
                || part.find("key").map(YamlPart::truth).orElse(false);
        return new Call(from, to.text(), policy(part.require("policy"), policies), safe, part.line());
    }

    private static ReviewedPolicy policy(YamlPart part, Collection<ReviewedPolicy> policies) {
        List<ReviewedPolicy> named = policies.stream()
                .filter(policy -> policy.name.equals(part.text()))
                .toList();
        if (named.isEmpty()) {
            List<String> names = policies.stream().map(policy -> policy.name).toList();
            throw part.fault(
                    "there is no policy '" + part.text() + "' in the files of this check" + near(part.text(), names));
        }
        if (named.size() > 1) {
            throw part.fault("there are several policies '" + part.text() + "': in " + named.get(0).file + " and "
                    + named.get(1).file);
        }
        return named.get(0);
    }

    private static String near(String typed, Collection<String> known) {
        return Nearest.to(typed, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(known.isEmpty() ? "" : "; there are " + String.join(", ", known));
    }

    /** Puts a service behind all that it calls, and refuses a cycle. */
    private void order(Service service, Set<String> path, Set<String> done, @Nullable Call by) {
        if (!path.add(service.name())) {
            List<String> cycle = new ArrayList<>(path);
            cycle = cycle.subList(cycle.indexOf(service.name()), cycle.size());
            throw new IllegalArgumentException(
                    file + ", line " + (by == null ? service.part().line() : by.line()) + ": the calls form a cycle: "
                            + String.join(" → ", cycle) + " → " + service.name());
        }
        if (done.add(service.name())) {
            for (Call call : service.calls()) {
                Service target = services.get(call.to());
                if (target != null) {
                    order(target, path, done, call);
                }
            }
            ordered.add(service);
        }
        path.remove(service.name());
    }
}
