package dev.oncemore.http.serve;

import dev.oncemore.internal.Bounds;
import dev.oncemore.time.Time;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Which requests {@link AdmissionFilter} admits. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * AdmissionSettings.standard().retries(0.10, 5).leastTime(Duration.ofMillis(20))
 * }</pre>
 */
public final class AdmissionSettings {
    private static final int RETRIES_MIN_MAX = 1_000_000;
    private static final Duration WINDOW_MIN = Duration.ofSeconds(1);
    private static final Duration WINDOW_MAX = Duration.ofHours(1);
    private static final Duration LEAST_TIME_MAX = Duration.ofMinutes(10);

    double share = 0.20;
    int retriesMin = 10;
    Duration window = Duration.ofSeconds(10);
    Duration leastTime = Duration.ZERO;
    URI documentation = IdempotencySettings.DOCUMENTATION;
    Predicate<HttpServletRequest> trustedOwner = request -> true;
    Time time = Time.system();

    private AdmissionSettings() {}

    private AdmissionSettings(AdmissionSettings other) {
        share = other.share;
        retriesMin = other.retriesMin;
        window = other.window;
        leastTime = other.leastTime;
        documentation = other.documentation;
        trustedOwner = other.trustedOwner;
        time = other.time;
    }

    /** Allows a fifth of the requests within 10 s to be retries, and at least ten. */
    public static AdmissionSettings standard() {
        return new AdmissionSettings();
    }

    /**
     * Sets the share of requests that may be retries, 0 to 1, and how many are admitted per window regardless of the
     * share.
     */
    public AdmissionSettings retries(double share, int inAnyCase) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of retries must be between 0 and 1, but is " + share);
        }
        if (inAnyCase < 0 || inAnyCase > RETRIES_MIN_MAX) {
            throw new IllegalArgumentException("the number of retries in any case must be between 0 and "
                    + RETRIES_MIN_MAX + ", but is " + inAnyCase);
        }
        AdmissionSettings copy = new AdmissionSettings(this);
        copy.share = share;
        copy.retriesMin = inAnyCase;
        return copy;
    }

    /** Sets the window over which the share is counted; 1 s to 1 h. Rejected retries get it as {@code Retry-After}. */
    public AdmissionSettings window(Duration window) {
        AdmissionSettings copy = new AdmissionSettings(this);
        copy.window = Bounds.between("window", window, WINDOW_MIN, WINDOW_MAX);
        return copy;
    }

    /**
     * Rejects requests whose caller waits no longer than this: the work would be in vain. 0 to 10 min; 0 by default.
     */
    public AdmissionSettings leastTime(Duration leastTime) {
        AdmissionSettings copy = new AdmissionSettings(this);
        copy.leastTime = Bounds.between("leastTime", leastTime, Duration.ZERO, LEAST_TIME_MAX);
        return copy;
    }

    /**
     * Believes {@link dev.oncemore.http.RetryHeaders#RETRY_OWNER} only on these requests, such as those of your own
     * services; on all by default. Whoever is believed can make engines behind the filter try once instead of retrying,
     * and nothing else.
     */
    public AdmissionSettings trustRetryOwner(Predicate<HttpServletRequest> trusted) {
        AdmissionSettings copy = new AdmissionSettings(this);
        copy.trustedOwner = Objects.requireNonNull(trusted, "trusted");
        return copy;
    }

    /** Ignores {@link dev.oncemore.http.RetryHeaders#RETRY_OWNER}: engines behind the filter retry in any case. */
    public AdmissionSettings ignoreRetryOwner() {
        return trustRetryOwner(request -> false);
    }

    /** Sets the page that explains the problems; each refusal links to its section there. */
    public AdmissionSettings documentation(URI page) {
        AdmissionSettings copy = new AdmissionSettings(this);
        copy.documentation = Objects.requireNonNull(page, "page");
        return copy;
    }

    /** Sets the source of elapsed time; tests use virtual time. */
    public AdmissionSettings time(Time time) {
        AdmissionSettings copy = new AdmissionSettings(this);
        copy.time = Objects.requireNonNull(time, "time");
        return copy;
    }
}
