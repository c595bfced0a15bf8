package dev.oncemore.server.console;

import dev.oncemore.once.Finding;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.server.operations.Operations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Was this done? When, by whom, with what result? */
public final class RecordPage {
    private RecordPage() {}

    /** What is shown. */
    public record View(
            String sentence,
            String scope,
            String key,
            List<Fact> facts,
            @Nullable String response,
            boolean isUnknown) {}

    /** A name and a value. */
    public record Fact(String name, String value) {}

    static View question() {
        return new View("Was this done?", "", "", List.of(), null, false);
    }

    static View view(Operations operations, Key key) {
        Finding finding = operations.record(key);
        String scope = key.scope().written();
        if (finding.record().isEmpty()) {
            return new View(
                    "Never seen: nothing was asked for with this key.", scope, key.value(), List.of(), null, false);
        }
        OnceRecord found = finding.record().get();
        return new View(
                sentence(finding, found, operations.now()),
                scope,
                key.value(),
                facts(found, operations.now()),
                found.response() == null ? null : Words.shown(found.response()),
                finding instanceof Finding.Known && found.state() == RecordState.UNKNOWN);
    }

    private static String sentence(Finding finding, OnceRecord found, Instant now) {
        String when = found.updatedAt() + " (" + Words.ago(found.updatedAt(), now) + ") by " + found.who();
        if (finding instanceof Finding.Expired) {
            return "Not within retention: it was " + word(found) + " on " + when
                    + "; a call with this key would run again.";
        }
        return switch (found.state()) {
            case SUCCEEDED ->
                "Yes: done on " + when
                        + (found.resource() == null
                                ? "."
                                : ", " + found.resource().type() + " "
                                        + found.resource().id() + ".");
            case RUNNING ->
                found.leaseOver()
                        ? "Its owner, " + found.who() + ", fell silent; the next caller takes over."
                        : "It is running now, for " + found.who() + ".";
            case UNKNOWN -> "Nobody knows: the attempt of " + when + " ended without an answer.";
            case FAILED_RETRYABLE -> "No: the attempt of " + when + " failed; the next call tries again.";
            case FAILED_FINAL -> "No, for good: refused on " + when + ".";
        };
    }

    private static List<Fact> facts(OnceRecord found, Instant now) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("State", word(found)));
        facts.add(new Fact("Who", found.who()));
        facts.add(new Fact("First asked", found.createdAt().toString()));
        facts.add(new Fact("Last change", found.updatedAt().toString()));
        facts.add(new Fact("Attempts", Integer.toString(found.attempts())));
        if (found.resource() != null) {
            facts.add(new Fact(
                    "Created", found.resource().type() + " " + found.resource().id()));
        }
        if (found.error() != null) {
            facts.add(new Fact("Error", found.error()));
        }
        if (found.leaseUntil() != null) {
            facts.add(new Fact("Lease until", found.leaseUntil().toString()));
        }
        if (found.expiresAt() != null) {
            Duration left = Duration.between(now, found.expiresAt());
            facts.add(new Fact(
                    "Kept until", found.expiresAt() + (left.isNegative() ? "" : ", " + Words.span(left) + " left")));
        }
        facts.add(new Fact("Fingerprint", found.fingerprint().toString()));
        return facts;
    }

    private static String word(OnceRecord found) {
        return found.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
