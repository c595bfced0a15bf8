package dev.oncemore.examples.cases;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/**
 * Keeps other web sites out of a service that only this machine can reach: a page from elsewhere must not press its buttons,
 * nor read it under a host name of its own.
 */
final class LoopbackGuard extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final transient Set<String> hosts;

    /**
     * A guard.
     *
     * @param hosts the names under which the service may be called
     */
    LoopbackGuard(Set<String> hosts) {
        this.hosts = Set.copyOf(hosts);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!hosts.contains(request.getServerName())) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN, "call this service as " + String.join(" or ", hosts));
            return;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (request.getMethod().equals("POST") && site != null && !OWN_SITES.contains(site)) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN, "another web site sent this request");
            return;
        }
        response.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Cache-Control", "no-store");
        chain.doFilter(request, response);
    }
}
