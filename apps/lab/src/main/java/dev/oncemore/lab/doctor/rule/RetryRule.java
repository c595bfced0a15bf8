package dev.oncemore.lab.doctor.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the doctor can find. The codes up to {@link #NESTED_RETRIES} are those of {@code policy.findings()}. */
public enum RetryRule {
    /** An attempt can hang. */
    NO_ATTEMPT_TIMEOUT(1, "An attempt has no time limit", "set a timeout for each attempt"),
    /** The whole call has no limit. */
    NO_DEADLINE(2, "The whole call has no time limit", "set a deadline over all attempts and delays"),
    /** The last attempts never run. */
    ATTEMPTS_BEYOND_DEADLINE(0, "Attempts begin after the deadline", "allow fewer attempts or set a longer deadline"),
    /** A timeout uses up the deadline. */
    NO_RETRY_AFTER_TIMEOUT(0, "A timeout leaves no time for a retry", "set a shorter attempt timeout"),
    /** Retries follow at once. */
    NO_DELAY(5, "Retries follow at once", "wait between attempts, longer each time, with jitter"),
    /** Callers retry in step. */
    NO_JITTER(5, "Delays are not randomized", "randomize the delay, best between 0 and the computed delay"),
    /** Nothing limits the share of retries. */
    NO_BUDGET(7, "Nothing limits the share of retries", "add a retry budget, or at least a circuit breaker"),
    /** The budget allows too much. */
    GENEROUS_BUDGET(7, "The retry budget allows much extra load", "allow 10 % to 20 % of calls"),
    /** A retry costs more than the floor. */
    COST_OVER_FLOOR(7, "A quiet client can never pay for a retry", "raise the floor or lower the cost"),
    /** One call opens the breaker. */
    BREAKER_OPENED_BY_ONE_CALL(
            0, "One failing call opens the breaker for all", "let it take the failures of several calls"),
    /** The breaker cannot see slow calls. */
    SLOW_CALLS_NEVER_COUNT(0, "Calls are cut off before they count as slow", "count a call as slow below its timeout"),
    /** A lost reply counts as harmless. */
    LOST_REPLY_AS_TRANSIENT(8, "A lost reply counts as safe to repeat", "declare it timeout-unknown-outcome"),
    /** Attempts multiply. */
    NESTED_RETRIES(0, "Retries inside retries multiply", "let one layer retry"),

    /** Timeouts use up the deadline before the last attempt. */
    WORST_CASE_OVER_DEADLINE(
            0,
            "Attempts × timeouts + delays do not fit the deadline",
            "shorten the attempt timeout, allow fewer attempts or set a longer deadline"),
    /** The breaker opens while the budget still has retries. */
    BREAKER_BEFORE_BUDGET(
            0,
            "The breaker opens before the budget is used",
            "let the breaker open at a higher failure rate than the budget's ratio"),
    /** Delays grow without a limit. */
    NO_CAP(5, "Delays grow without a limit", "cap the delay"),
    /** Every failure is repeated. */
    RETRIES_EVERYTHING(
            3,
            "Every failure is repeated, also those that a retry cannot help",
            "name the failures that are worth a retry; let the others through"),
    /** Attempts have no bound. */
    UNBOUNDED_RETRY(6, "Nothing bounds the attempts", "bound the attempts, or the time"),
    /** A setting that nothing reads. */
    UNKNOWN_SETTING(0, "A setting that the library does not know", "correct its name; until then the default applies"),

    /** The segments exceed the promise. */
    P95_OVER_BUDGET(
            0, "The segments of a call take longer than promised", "shorten a segment or run calls in parallel"),
    /** A call goes on after its caller left. */
    INNER_CALL_OUTLIVES_OUTER(
            0,
            "A call goes on after its caller has given up",
            "give the inner call less time, or pass on the deadline"),
    /** Several layers retry. */
    SEVERAL_RETRY_OWNERS(0, "Several layers retry", "let one layer own the retries, or pass on the ownership"),
    /** Keys are forgotten while retries can come. */
    RETENTION_UNDER_HORIZON(
            0, "Keys are forgotten while a retry can still come", "keep keys longer than the longest retry"),
    /** A hedge may act twice. */
    HEDGE_WITHOUT_KEY(8, "A hedged call may take effect twice", "hedge only idempotent calls, or send a key"),
    /** A retry may act twice. */
    RETRY_WITHOUT_KEY(8, "A retried call may take effect twice", "send a key, or declare the call idempotent if it is"),

    /** A transaction stays open during retries. */
    RETRY_IN_TRANSACTION(
            0,
            "Retries run inside an open transaction",
            "retry outside: let each attempt have a transaction of its own"),
    /** A sleeping loop keeps clients in step. */
    SLEEP_WITHOUT_JITTER(
            5, "A retry loop sleeps without jitter", "sleep a random time between 0 and the computed delay"),
    /** A sleeping loop grows its delay. */
    SLEEP_WITHOUT_CAP(5, "A retry loop sleeps longer each time, without a cap", "limit the delay with Math.min"),
    /** A POST is repeated. */
    POST_WITHOUT_KEY(
            8, "A POST is retried without an idempotency key", "send an Idempotency-Key that all attempts share"),
    /** A crash between effect and key repeats the effect. */
    KEY_AFTER_EFFECT(
            13,
            "The key is stored after the effect",
            "claim the key first, in one statement, or write key and effect in one transaction");

    private final int question;
    private final String title;
    private final String fix;

    RetryRule(int question, String title, String fix) {
        this.question = question;
        this.title = title;
        this.fix = fix;
    }

    /** The code on the command line and in reports: {@code no-jitter}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The question of the review, 1 to 15, that a finding answers with no; 0 if it is beyond them. */
    public int question() {
        return question;
    }

    /** What a finding says, in one line. */
    public String title() {
        return title;
    }

    /** What to do about it. */
    public String fix() {
        return fix;
    }

    /** The rule of a code, if there is one. */
    public static Optional<RetryRule> of(String code) {
        return Arrays.stream(values()).filter(rule -> rule.code().equals(code)).findFirst();
    }

    /** All codes. */
    public static List<String> codes() {
        return Arrays.stream(values()).map(RetryRule::code).toList();
    }
}
