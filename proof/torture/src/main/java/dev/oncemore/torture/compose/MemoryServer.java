package dev.oncemore.torture.compose;

import dev.oncemore.http.RetryHeaders;
import dev.oncemore.http.serve.AdmissionFilter;
import dev.oncemore.http.serve.AdmissionSettings;
import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.once.Once;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.testkit.net.HttpAnswer;
import dev.oncemore.torture.compose.Call.Request;
import dev.oncemore.torture.ledger.Invocation;
import dev.oncemore.torture.ledger.ReportedEffect;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server: filters, and a servlet that runs the layers below and answers with a status. */
final class MemoryServer {
    private static final int LEASE_SECONDS = 2;
    private static final int CONFLICT = 409;
    private static final int STORE_UNAVAILABLE = 503;

    private final World world;
    private final Layer.Http layer;
    private final int place;
    private final Step inner;
    private final @Nullable IdempotencyFilter idempotency;
    private final @Nullable AdmissionFilter admission;
    private @Nullable Call latest;

    MemoryServer(World world, Composer composer, Layer.Http layer, int place, Step inner) {
        this.world = world;
        this.layer = layer;
        this.place = place;
        this.inner = inner;
        idempotency = layer.filtered() ? filter(composer) : null;
        admission = layer.admission()
                ? AdmissionFilter.with(AdmissionSettings.standard().time(world.time))
                : null;
    }

    private IdempotencyFilter filter(Composer composer) {
        Once once = Once.on(
                world.store, composer.settings(LEASE_SECONDS).whenUnknown(Composer.whenUnknown(layer.unknown())));
        IdempotencySettings settings =
                IdempotencySettings.standard().time(world.time).callers(request -> Optional.of(Caller.of(Keys.TENANT)));
        return IdempotencyFilter.on(
                once,
                layer.unknown() == Layer.OnUnknown.RECONCILE
                        ? settings.whenUnknown(claim -> asked(claim.key()))
                        : settings);
    }

    /** The server no longer has the response: it can only find out that the effect happened. */
    private Reconciled<Void> asked(Key record) throws IOException {
        Call call = latest;
        if (call == null) {
            return Reconciled.unknown();
        }
        String key = Keys.ofBank(world.spec.layers(), place, record, record.value());
        return world.bank.find(call, key).withoutValue();
    }

    HttpAnswer serve(Call from, Request request, HttpRequest sent) throws IOException {
        String header = sent.headers().firstValue(RetryHeaders.IDEMPOTENCY_KEY).orElse(null);
        String key = header == null ? null : header.substring(1, header.length() - 1);
        Invocation own = new Invocation(from.invocation());
        Call call = from.within(own).received(key, request);
        latest = call;
        MemoryResponse response = new MemoryResponse();
        Servlet servlet = new Servlet(call, key);
        try {
            pass(sent, response, servlet);
        } catch (ServletException | IOException | RuntimeException e) {
            // As a container does.
            response.reset(500);
        }
        HttpAnswer answer = response.answer();
        judge(answer, servlet, own, key);
        return answer;
    }

    private void pass(HttpRequest sent, MemoryResponse response, Servlet servlet) throws IOException, ServletException {
        var request = MemoryRequest.of(sent);
        IdempotencyFilter filter = idempotency;
        FilterChain behindAdmission =
                filter == null ? servlet : (passed, toAnswer) -> filter.doFilter(passed, toAnswer, servlet);
        if (admission == null) {
            behindAdmission.doFilter(request, response.facade());
        } else {
            admission.doFilter(request, response.facade(), behindAdmission);
        }
    }

    private void judge(HttpAnswer answer, Servlet servlet, Invocation own, @Nullable String key) {
        String name = idempotency == null ? "the server" : "the filter";
        world.trace.add(servlet.call.visit().number, name + " answers", world.trace.isInWords() ? answer : "");
        // The servlet's response is checked as of its time, because another request may have come since.
        boolean ofTheKey = servlet.ran ? servlet.sawEffect : world.ledger.known(0) != null;
        boolean nothingBegun = !servlet.ran && answer.status() == STORE_UNAVAILABLE;
        boolean booked = (idempotency == null || nothingBegun) ? own.standing() > 0 : ofTheKey;
        world.judge.answered(name, answer.status(), booked);
        if (idempotency == null || key == null) {
            return;
        }
        Key record = Keys.ofFilter(place, key);
        String said = answer.status() + " " + answer.body();
        if (answer.status() == CONFLICT) {
            return; // the filter's own: the outcome is unknown to this client, and may be replayed to the next
        }
        if (answer.header("Idempotent-Replayed") != null) {
            String kept = world.keptResponses.get(record);
            world.judge.replayed("the filter", kept == null ? said : kept, said);
        } else if (servlet.ran && isKept(record, servlet.fence)) {
            world.keptResponses.putIfAbsent(record, said);
        }
    }

    private boolean isKept(Key record, long fence) {
        OnceRecord now = world.records.read(List.of(record)).get(0).orElse(null);
        return now != null && now.state() == RecordState.SUCCEEDED && now.fence() == fence;
    }

    /** Runs the layers below. Answers 504 when the outcome is unknown, 503 when nothing was done, and 4xx for refusals. */
    private final class Servlet implements FilterChain {
        private final Call call;
        private final @Nullable String key;
        private boolean ran;
        private long fence;
        private boolean sawEffect;

        Servlet(Call call, @Nullable String key) {
            this.call = call;
            this.key = key;
        }

        @Override
        public void doFilter(jakarta.servlet.ServletRequest request, jakarta.servlet.ServletResponse answer)
                throws IOException {
            ran = true;
            HttpServletResponse response = (HttpServletResponse) answer;
            try {
                String receipt = inner.run(held());
                response.setStatus(201);
                response.setContentType("text/plain");
                response.getOutputStream().write(receipt.getBytes(StandardCharsets.US_ASCII));
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                response.setStatus(status(e));
            } finally {
                sawEffect = world.ledger.known(0) != null;
            }
        }

        /** The call under the filter's claim, whose fence is read from the record. */
        private Call held() {
            if (idempotency == null || key == null) {
                return call;
            }
            Key record = Keys.ofFilter(place, key);
            fence = world.records
                    .read(List.of(record))
                    .get(0)
                    .map(OnceRecord::fence)
                    .orElse(0L);
            return call.under(record, fence, key);
        }

        private int status(Exception told) {
            if (told instanceof BankException refused) {
                return switch (refused.kind()) {
                    case UNAUTHORIZED -> 401;
                    case FORBIDDEN -> 403;
                    case NOT_FOUND -> 404;
                    case THROTTLES -> 429;
                    case UNAVAILABLE, REFUSES_CONNECTION -> 503;
                    case REJECTS -> 422;
                    default -> 504;
                };
            }
            if (ReportedEffect.of(told) == ReportedEffect.UNSURE) {
                return 504;
            }
            Classification classification = Classifier.standard().classify(told);
            return classification.retryable() ? 503 : 422;
        }
    }
}
