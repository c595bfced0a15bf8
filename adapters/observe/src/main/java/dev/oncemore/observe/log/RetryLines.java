package dev.oncemore.observe.log;

import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.RetryEvent;
import dev.oncemore.retry.policy.TimeoutKind;
import java.time.Duration;

/** Formats events of retries. */
final class RetryLines {
    private RetryLines() {}

    static Line firstTry(String policy, String operation, Duration elapsed) {
        return new Line("dependency_call_succeeded")
                .fact("dependency", policy)
                .fact("operation", operation)
                .attempt(1)
                .elapsed(elapsed);
    }

    static Line of(RetryEvent event) {
        return facts(event).fact("dependency", event.policy()).fact("operation", event.operation());
    }

    private static Line facts(RetryEvent event) {
        if (event instanceof RetryEvent.Succeeded e) {
            return new Line("dependency_call_succeeded").attempt(e.attempts()).elapsed(e.elapsed());
        }
        if (event instanceof RetryEvent.AttemptFailed e) {
            TimeoutKind timeout = e.classification().timeout();
            return new Line("dependency_attempt_failed")
                    .fact("timeoutType", timeout == null ? null : timeout.name())
                    .attempt(e.attempt())
                    .elapsed(e.elapsed())
                    .kind(e.classification().kind())
                    .error(e.classification().reason())
                    .delay(e.classification().suggestedDelay());
        }
        if (event instanceof RetryEvent.RetryScheduled e) {
            return new Line("dependency_retry_scheduled")
                    .attempt(e.attempt())
                    .delay(e.delay())
                    .kind(e.cause().kind());
        }
        if (event instanceof RetryEvent.Abandoned e) {
            return abandoned(e.facts());
        }
        if (event instanceof RetryEvent.BreakerChanged e) {
            Line line = new Line("dependency_breaker_changed")
                    .fact("from", e.from().name())
                    .fact("to", e.to().name());
            return e.by() == null ? line : line.fact("by", e.by().who()).fact("why", e.by().why());
        }
        if (event instanceof RetryEvent.Hedged e) {
            return new Line("dependency_attempt_hedged").attempt(e.attempt()).elapsed(e.after());
        }
        if (event instanceof RetryEvent.LateOutcome e) {
            return new Line("dependency_late_outcome")
                    .attempt(e.attempt())
                    .fact("succeeded", String.valueOf(e.succeeded()));
        }
        RetryEvent.HookFailed e = (RetryEvent.HookFailed) event;
        return new Line("dependency_hook_failed").fact("hook", e.hook()).error(String.valueOf(e.error()));
    }

    private static Line abandoned(GaveUp facts) {
        Line line = new Line("dependency_call_failed")
                .attempt(facts.attempts())
                .elapsed(facts.elapsed())
                .delay(facts.delay())
                .fact("reason", facts.reason().name());
        if (facts.classification() != null) {
            line.kind(facts.classification().kind());
        }
        return line.error(facts.message());
    }
}
