package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.CallGraph.Call;
import dev.oncemore.lab.doctor.CallGraph.Service;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What policies do together: latency, amplification, time and keys along the calls of a graph. */
final class CallGraphReview {
    private static final int SHOWN_MAX = 300;
    private static final double COUNTED_MAX = 1e15;

    private final CallGraph graph;
    private final List<DoctorFinding> findings = new ArrayList<>();
    private final List<String> amplification = new ArrayList<>();

    private CallGraphReview(CallGraph graph) {
        this.graph = graph;
    }

    static CallGraphReview of(CallGraph graph) {
        CallGraphReview review = new CallGraphReview(graph);
        review.latency();
        review.owners();
        review.deadlines();
        review.retention();
        review.keys();
        return review;
    }

    List<DoctorFinding> findings() {
        return findings;
    }

    /** How many calls reach each service for one request, in the worst case. */
    List<String> amplification() {
        return amplification;
    }

    private void add(RetryRule rule, int line, String subject, String message) {
        findings.add(new DoctorFinding(rule, graph.file, line, subject, message));
    }

    /** The segments of the longest way through the graph, from each service on. */
    private record Way(Duration total, String segments) {
        static final Way NONE = new Way(Duration.ZERO, "");
        /** Calls that fork and join double the sum at each step: neither the sum nor its text may grow without a limit. */
        private static final Duration LONGEST = Duration.ofDays(365_000);

        Way plus(Way other) {
            Duration sum = total.plus(other.total);
            return new Way(
                    sum.compareTo(LONGEST) < 0 ? sum : LONGEST,
                    shortened(
                            segments.isEmpty() || other.segments.isEmpty()
                                    ? segments + other.segments
                                    : segments + " + " + other.segments));
        }
    }

    /** Adding up percentiles overstates a sum of independent parts; it is what a promise can rely on. */
    private void latency() {
        if (graph.promise.isEmpty()) {
            return;
        }
        Map<String, Way> ways = new HashMap<>();
        Map<String, Long> callers = graph.ordered.stream()
                .flatMap(service -> service.calls().stream())
                .collect(Collectors.groupingBy(Call::to, Collectors.counting()));
        for (int i = graph.ordered.size() - 1; i >= 0; i--) {
            Service service = graph.ordered.get(i);
            Way own = service.p95()
                    .map(p95 -> new Way(p95, service.name() + " " + Durations.format(p95)))
                    .orElse(Way.NONE);
            Way below = Way.NONE;
            for (Call call : service.calls()) {
                Way way = ways.getOrDefault(call.to(), Way.NONE);
                boolean longer = way.total().compareTo(below.total()) > 0;
                below = service.parallel() ? longer ? way : below : below.plus(way);
            }
            Way all = own.plus(below);
            ways.put(service.name(), all);
            boolean isEntry = !callers.containsKey(service.name());
            if (isEntry && all.total().compareTo(graph.promise.get()) > 0) {
                add(
                        RetryRule.P95_OVER_BUDGET,
                        service.part().find("p95").orElse(service.part()).line(),
                        service.name(),
                        all.segments() + " = " + Durations.format(all.total()) + ", over the promised "
                                + Durations.format(graph.promise.get()));
            }
        }
    }

    /** The first characters of a sum or a product. */
    private static String shortened(String segments) {
        return segments.length() > SHOWN_MAX ? segments.substring(0, SHOWN_MAX - 2) + " …" : segments;
    }

    /**
     * How many calls reach a service for one request, on all paths together.
     *
     * @param calls if every attempt fails
     * @param plain if none does
     * @param product how they came about
     * @param owner the first call on the busiest path that retries
     */
    private record Load(
            double calls,
            double plain,
            String product,
            @Nullable Call owner) {
        static final Load ONE = new Load(1, 1, "", null);

        Load plus(Load other) {
            boolean isMore = calls >= other.calls;
            Load more = isMore ? this : other;
            Load less = isMore ? other : this;
            return new Load(
                    calls + other.calls,
                    plain + other.plain,
                    shortened(more.shown() + " + " + less.shown()),
                    more.owner == null ? less.owner : more.owner);
        }

        Load times(int attempts, Call by) {
            String factor = product.contains("+") ? "(" + product + ")" : product;
            return new Load(
                    calls * attempts,
                    plain,
                    shortened((product.isEmpty() ? "" : factor + " × ") + attempts),
                    owner == null ? by : owner);
        }

        private String shown() {
            return product.isEmpty() ? "1" : product;
        }
    }

    private static String number(double calls) {
        return calls < COUNTED_MAX ? Long.toString((long) calls) : "more than 10^15";
    }

    private void owners() {
        Map<String, Load> loads = new HashMap<>();
        for (Service service : graph.ordered) {
            Load load = loads.getOrDefault(service.name(), Load.ONE);
            for (Call call : service.calls()) {
                loads.merge(call.to(), reach(load, call), Load::plus);
            }
            if (load.calls() > load.plain()) {
                amplification.add(
                        "one request can become " + number(load.calls()) + " calls of " + service.name() + " ("
                                + load.product() + ")"
                                + (load.plain() > 1 ? ", " + number(load.plain()) + " without failures" : ""));
            }
        }
    }

    private Load reach(Load load, Call call) {
        int attempts = call.policy().numbers.attempts();
        if (load.owner() != null && graph.passesOn && !call.policy().numbers.retriesNested()) {
            attempts = 1;
        }
        if (attempts == 1) {
            return load;
        }
        Load reached = load.times(attempts, call);
        if (load.owner() != null) {
            add(
                    RetryRule.SEVERAL_RETRY_OWNERS,
                    call.line(),
                    call.shown(),
                    "it retries behind " + load.owner().shown() + ", which retries already: " + reached.product()
                            + " = " + number(reached.calls()) + " calls of " + call.to() + " for one request");
        }
        return reached;
    }

    private void deadlines() {
        if (graph.passesOn) {
            return;
        }
        for (Service service : graph.ordered) {
            for (Call outer : service.calls()) {
                Duration limit = outer.policy().numbers.attemptTimeout();
                Service target = graph.services.get(outer.to());
                if (limit == null || target == null) {
                    continue;
                }
                for (Call inner : target.calls()) {
                    inner.policy()
                            .numbers
                            .horizon()
                            .filter(horizon -> horizon.compareTo(limit) > 0)
                            .ifPresent(horizon -> add(
                                    RetryRule.INNER_CALL_OUTLIVES_OUTER,
                                    inner.line(),
                                    inner.shown(),
                                    "it may take " + Durations.approximate(horizon.toNanos()) + ", but an attempt of "
                                            + outer.shown() + " ends after " + Durations.format(limit)));
                }
            }
        }
    }

    private void retention() {
        Map<String, Duration> horizons = new HashMap<>();
        for (Service service : graph.ordered) {
            Duration inherited = horizons.getOrDefault(service.name(), Duration.ZERO);
            for (Call call : service.calls()) {
                Duration own = call.policy().numbers.horizon().orElse(Duration.ZERO);
                horizons.merge(call.to(), longer(own, inherited), CallGraphReview::longer);
            }
            Duration last = longer(inherited, graph.redrive.orElse(Duration.ZERO));
            Optional<Duration> keeps = service.keepsKeys();
            if (keeps.isPresent() && keeps.get().compareTo(last) <= 0) {
                add(
                        RetryRule.RETENTION_UNDER_HORIZON,
                        service.part().require("keeps-keys").line(),
                        service.name(),
                        "keys are kept for " + Durations.format(keeps.get()) + ", and a retry can come after "
                                + Durations.approximate(last.toNanos()));
            }
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private void keys() {
        for (Service service : graph.ordered) {
            for (Call call : service.calls()) {
                ReviewedPolicy policy = call.policy();
                if (call.safe()) {
                    continue;
                }
                boolean isOwn = policy.kind.equals(OwnPolicies.KIND);
                if (policy.numbers.hedges()) {
                    add(
                            RetryRule.HEDGE_WITHOUT_KEY,
                            call.line(),
                            call.shown(),
                            "policy '" + policy.name + "' hedges, but the call is neither idempotent nor has it a key"
                                    + (isOwn ? ", so that nothing is hedged" : ""));
                }
                if (policy.numbers.attempts() > 1 && !isOwn) {
                    add(
                            RetryRule.RETRY_WITHOUT_KEY,
                            call.line(),
                            call.shown(),
                            "policy '" + policy.name
                                    + "' retries, but the call is neither idempotent nor has it a key");
                }
            }
        }
    }
}
