package dev.oncemore.http.serve;

import dev.oncemore.http.RemainingTime;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.retry.Call;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.OuterRetry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests that would only worsen an overload, before any work is done: retries, when they are too large a
 * share of the requests, and requests whose caller has stopped waiting. It should be the first filter.
 *
 * <pre>{@code
 * AdmissionFilter.standard().register(servletContext, "/*");
 * }</pre>
 *
 * <p>A retry is a request with {@code X-Retry-Count} over zero. {@link RemainingTime} gives the time that a caller
 * waits; admitted work runs under that {@link Deadline}, which inner retries respect. If the caller will repeat the
 * request itself ({@link RetryHeaders#RETRY_OWNER}), engines inside make one attempt: see {@link OuterRetry}.
 *
 * <p>Deadline and ownership hold on the container's threads, also after an asynchronous dispatch. If you register the
 * filter yourself, map it for {@link DispatcherType#REQUEST} and {@link DispatcherType#ASYNC}.
 */
public final class AdmissionFilter implements Filter {
    private static final String ATTRIBUTE = AdmissionFilter.class.getName();

    private final AdmissionSettings settings;
    private final RetryShare retries;

    private AdmissionFilter(AdmissionSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
        retries = new RetryShare(settings);
    }

    /** Creates a filter with the standard settings. */
    public static AdmissionFilter standard() {
        return with(AdmissionSettings.standard());
    }

    /** Creates a filter with your own settings. */
    public static AdmissionFilter with(AdmissionSettings settings) {
        return new AdmissionFilter(settings);
    }

    /** Registers it before the existing filters, for these URL patterns. */
    public FilterRegistration.Dynamic register(ServletContext context, String... urlPatterns) {
        FilterRegistration.Dynamic registration = context.addFilter("oncemore-admission", this);
        if (registration == null) {
            throw new IllegalStateException(
                    "there is a filter oncemore-admission already; register it once with all URL patterns");
        }
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, urlPatterns);
        // Asynchronous work may be dispatched to any path, and is still the caller's request there.
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.ASYNC), false, "/*");
        return registration;
    }

    @Override
    public void doFilter(ServletRequest any, ServletResponse anyResponse, FilterChain chain)
            throws IOException, ServletException {
        if (!(any instanceof HttpServletRequest request) || !(anyResponse instanceof HttpServletResponse response)) {
            chain.doFilter(any, anyResponse);
        } else if (request.getDispatcherType() == DispatcherType.REQUEST) {
            admit(request, response, chain);
        } else if (request.getDispatcherType() == DispatcherType.ASYNC
                && request.getAttribute(ATTRIBUTE) instanceof Admitted admitted) {
            pass(admitted, request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void admit(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Optional<Duration> remaining = RemainingTime.read(request::getHeader);
        if (remaining.isPresent() && remaining.get().compareTo(settings.leastTime) <= 0) {
            refuse(response, Refusal.of(Problem.DEADLINE_EXPIRED, "the request had no effect"));
        } else if (!retries.admits(isRetry(request))) {
            refuse(
                    response,
                    Refusal.of(Problem.TOO_MANY_RETRIES, "the request had no effect; retry later")
                            .retryAfter(settings.window));
        } else {
            Admitted admitted =
                    new Admitted(remaining.orElse(null), settings.time.nanoTime(), isOwnedByCaller(request));
            request.setAttribute(ATTRIBUTE, admitted);
            pass(admitted, request, response, chain);
        }
    }

    /**
     * A value that is not a number is ignored, because an unrelated header of the same name must not lock clients out.
     */
    private static boolean isRetry(HttpServletRequest request) {
        String count = request.getHeader(RetryHeaders.RETRY_COUNT);
        return count != null && count.matches("[0-9]{1,9}") && Integer.parseInt(count) > 0;
    }

    /** The header can only take retries away, so a wrong or forged one costs resilience and nothing else. */
    private boolean isOwnedByCaller(HttpServletRequest request) {
        String owner = request.getHeader(RetryHeaders.RETRY_OWNER);
        return RetryHeaders.CALLER.equalsIgnoreCase(owner) && settings.trustedOwner.test(request);
    }

    private void pass(Admitted admitted, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Call<HttpServletResponse, Exception> rest = () -> {
            chain.doFilter(request, response);
            return response;
        };
        Call<HttpServletResponse, Exception> owned = admitted.owned ? () -> OuterRetry.within(rest) : rest;
        try {
            if (admitted.limit == null) {
                owned.call();
            } else {
                long spentNanos = settings.time.nanoTime() - admitted.atNanos;
                Duration left = admitted.limit.minusNanos(spentNanos);
                Deadline.within(settings.time, left.isNegative() ? Duration.ZERO : left, owned);
            }
        } catch (IOException | ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private void refuse(HttpServletResponse response, Refusal refusal) throws IOException {
        refusal.write(response, KeySyntax.IETF, settings.documentation);
    }

    /**
     * What an admitted request brought along.
     *
     * @param limit how long the caller waits; null if it does not say
     * @param atNanos when the request arrived
     * @param owned whether the caller repeats the request itself
     */
    private record Admitted(@Nullable Duration limit, long atNanos, boolean owned) {}
}
