package dev.oncemore.server.console;

import dev.oncemore.once.Finding;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.RecordName;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.server.access.Role;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Was this done? When, by whom, with what result? And which records have an unknown outcome? */
public final class RecordPage {
    private static final int PAGE = 50;

    private final Operations operations;
    private final Health health;

    /** A page for these operations. */
    public RecordPage(Operations operations, Health health) {
        this.operations = operations;
        this.health = health;
    }

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/records", this::show, Role.VIEWER);
    }

    /** What is shown. */
    public record View(
            String sentence,
            @Nullable String wrong,
            String scope,
            String key,
            List<Fact> facts,
            @Nullable String response,
            boolean isUnknown,
            List<Parked> parked,
            @Nullable String next) {}

    /** A record with an unknown outcome. */
    public record Parked(String scope, String key, String path, String when, String who, String error) {}

    /** A name with a value, or with a time and a note. */
    public record Fact(String name, @Nullable Instant at, String value) {
        Fact(String name, String value) {
            this(name, null, value);
        }
    }

    private void show(Context context) {
        String scope = context.queryParam("scope");
        String key = context.queryParam("key");
        View view = scope != null || key != null
                ? answer(context, scope, key)
                : question(context.queryParam("afterScope"), context.queryParam("afterKey"));
        Forms.show(context, "record", "Records", view);
    }

    private View answer(Context context, @Nullable String scope, @Nullable String key) {
        try {
            return view(RecordName.read(scope, key));
        } catch (IllegalArgumentException e) {
            // What was typed stays there, to be put right.
            context.status(400);
            return new View(
                    "No such record",
                    e.getMessage(),
                    scope == null ? "" : scope,
                    key == null ? "" : key,
                    List.of(),
                    null,
                    false,
                    List.of(),
                    null);
        }
    }

    private View question(@Nullable String afterScope, @Nullable String afterKey) {
        Key after = afterScope == null ? null : RecordName.read(afterScope, afterKey);
        List<OnceRecord> unknown = health.unknown(after, PAGE);
        Instant now = operations.now();
        String next = unknown.size() < PAGE
                ? null
                : next(unknown.get(unknown.size() - 1).key());
        return new View(
                unknown.isEmpty()
                        ? "Was this done?"
                        : Words.count(unknown.size(), "record waits", "records wait")
                                + (next == null ? "" : ", or more,") + " for a person who knows whether it happened",
                null,
                "",
                "",
                List.of(),
                null,
                false,
                unknown.stream().map(found -> parked(found, now)).toList(),
                next);
    }

    private static String next(Key last) {
        return "/records?afterScope=" + Words.encoded(last.scope().written()) + "&afterKey="
                + Words.encoded(last.value());
    }

    private static Parked parked(OnceRecord found, Instant now) {
        String scope = found.key().scope().written();
        return new Parked(
                scope,
                found.key().value(),
                "/records?scope=" + Words.encoded(scope) + "&key="
                        + Words.encoded(found.key().value()),
                Words.ago(found.updatedAt(), now),
                found.who(),
                found.error() == null ? "" : found.error());
    }

    private View view(Key key) {
        Finding finding = operations.record(key);
        String scope = key.scope().written();
        if (finding.record().isEmpty()) {
            return new View(
                    "Never seen: no call used this key.",
                    null,
                    scope,
                    key.value(),
                    List.of(),
                    null,
                    false,
                    List.of(),
                    null);
        }
        OnceRecord found = finding.record().get();
        Instant now = operations.now();
        return new View(
                sentence(finding, found, now),
                null,
                scope,
                key.value(),
                facts(found, now),
                found.response() == null ? null : Words.shown(found.response()),
                finding instanceof Finding.Known && found.state() == RecordState.UNKNOWN,
                List.of(),
                null);
    }

    private static String sentence(Finding finding, OnceRecord found, Instant now) {
        String when = Words.ago(found.updatedAt(), now) + " by " + found.who();
        if (finding instanceof Finding.Expired) {
            return "Not within retention: it was " + word(found) + " " + when
                    + "; a call with this key would run again.";
        }
        return switch (found.state()) {
            case SUCCEEDED ->
                "Yes: done " + when
                        + (found.resource() == null
                                ? "."
                                : ", " + found.resource().type() + " "
                                        + found.resource().id() + ".");
            case RUNNING ->
                found.leaseOver()
                        ? "Its owner, " + found.who() + ", fell silent; the next caller takes over."
                        : "It is running now, for " + found.who() + ".";
            case UNKNOWN -> "Nobody knows: the attempt " + when + " ended without an answer.";
            case FAILED_RETRYABLE -> "No: the attempt " + when + " failed; the next call tries again.";
            case FAILED_FINAL -> "No, for good: refused " + when + ".";
        };
    }

    private static List<Fact> facts(OnceRecord found, Instant now) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("State", word(found)));
        facts.add(new Fact("Who", found.who()));
        facts.add(new Fact("First asked", found.createdAt(), ""));
        facts.add(new Fact("Last change", found.updatedAt(), ""));
        facts.add(new Fact("Attempts", Integer.toString(found.attempts())));
        if (found.resource() != null) {
            facts.add(new Fact(
                    "Created", found.resource().type() + " " + found.resource().id()));
        }
        if (found.error() != null) {
            facts.add(new Fact("Error", found.error()));
        }
        if (found.leaseUntil() != null) {
            facts.add(new Fact("Lease until", found.leaseUntil(), ""));
        }
        if (found.expiresAt() != null) {
            Duration left = Duration.between(now, found.expiresAt());
            facts.add(new Fact(
                    "Kept until", found.expiresAt(), left.isNegative() ? "" : "(" + Words.span(left) + " left)"));
        }
        facts.add(new Fact("Fingerprint", found.fingerprint().toString()));
        return facts;
    }

    private static String word(OnceRecord found) {
        return found.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
