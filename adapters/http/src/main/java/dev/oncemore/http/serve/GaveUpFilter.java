package dev.oncemore.http.serve;

import dev.oncemore.retry.GaveUpException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Answers with a {@link GaveUpProblem} when an engine gave up on a call and the servlet let the exception pass: 503, 504
 * or 502 instead of 500. Other exceptions pass through.
 *
 * <pre>{@code
 * GaveUpFilter.standard().register(servletContext, "/*");
 * }</pre>
 *
 * <p>It belongs behind {@link IdempotencyFilter}, which then sees the response: a 503 releases the key, a 502 or 504
 * leaves its outcome unknown. Headers that were set before this filter are kept, those of the failed servlet are not.
 */
public final class GaveUpFilter implements Filter {
    private static final Logger LOG = System.getLogger("dev.oncemore.http");

    private final URI documentation;

    private GaveUpFilter(URI documentation) {
        this.documentation = documentation;
    }

    /** Creates a filter whose problems link to {@link IdempotencySettings#DOCUMENTATION}. */
    public static GaveUpFilter standard() {
        return new GaveUpFilter(IdempotencySettings.DOCUMENTATION);
    }

    /** Sets the page that explains the problems; each links to its section there. */
    public GaveUpFilter documentation(URI page) {
        return new GaveUpFilter(Objects.requireNonNull(page, "page"));
    }

    /** Registers it after the existing filters, for these URL patterns. */
    public FilterRegistration.Dynamic register(ServletContext context, String... urlPatterns) {
        FilterRegistration.Dynamic registration = context.addFilter("oncemore-gave-up", this);
        if (registration == null) {
            throw new IllegalStateException(
                    "there is a filter oncemore-gave-up already; register it once with all URL patterns");
        }
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(
                EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, urlPatterns);
        return registration;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse any, FilterChain chain)
            throws IOException, ServletException {
        if (!(any instanceof HttpServletResponse response)) {
            chain.doFilter(request, any);
            return;
        }
        Map<String, List<String>> before = headersOf(response);
        try {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException e) {
            Optional<GaveUpProblem> problem = GaveUpProblem.of(e);
            // Once asynchronous work has the response, only the container can end the request.
            if (problem.isEmpty() || response.isCommitted() || request.isAsyncStarted()) {
                throw e;
            }
            log(e);
            response.reset();
            restore(before, response);
            problem.get().write(response, documentation);
        }
    }

    private static Map<String, List<String>> headersOf(HttpServletResponse response) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : response.getHeaderNames()) {
            headers.put(name, new ArrayList<>(response.getHeaders(name)));
        }
        return headers;
    }

    private static void restore(Map<String, List<String>> headers, HttpServletResponse response) {
        headers.forEach((name, values) -> {
            // Set first, because a container may have put its own headers back.
            response.setHeader(name, values.get(0));
            values.stream().skip(1).forEach(value -> response.addHeader(name, value));
        });
    }

    /** An outage is told in a line, because every request meets it; a call in doubt with everything that is known. */
    private static void log(Exception failure) {
        if (GaveUpException.mayHaveHappened(failure)) {
            LOG.log(Level.WARNING, "a request failed, and a call of it may have taken effect", failure);
        } else {
            LOG.log(Level.WARNING, "a request failed: " + failure.getMessage());
        }
    }
}
