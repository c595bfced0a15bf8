package dev.oncemore.server.serve;

import dev.oncemore.http.serve.IdempotencyFilter;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.once.Once;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.api.AccountApi;
import dev.oncemore.server.api.ApiRoutes;
import dev.oncemore.server.door.Door;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.util.URIUtil;

/** What requests pass before their handlers. */
final class RequestFilters {
    /** Larger parts of a form wait on disk until their turn comes. */
    private static final int FIELDS_MAX = 64_000;

    private RequestFilters() {}

    /**
     * A HEAD is answered by the GET route, with its role, its status and its headers; the container leaves the body out. By itself
     * the router answers 200 without asking the route.
     */
    static Filter heads() {
        return (request, response, chain) -> chain.doFilter(
                request instanceof HttpServletRequest http && http.getMethod().equals("HEAD")
                        ? new AsGet(http)
                        : request,
                response);
    }

    private static final class AsGet extends HttpServletRequestWrapper {
        AsGet(HttpServletRequest head) {
            super(head);
        }

        @Override
        public String getMethod() {
            return "GET";
        }
    }

    /** Tells the container how large uploads may be, before anybody reads them. */
    static Filter uploads() {
        MultipartConfigElement limits = new MultipartConfigElement(
                System.getProperty("java.io.tmpdir"), Door.BODY_MAX, Door.BODY_MAX, FIELDS_MAX);
        return (request, response, chain) -> {
            request.setAttribute(ServletContextRequest.MULTIPART_CONFIG_ELEMENT, limits);
            chain.doFilter(request, response);
        };
    }

    /**
     * A request of the API that is sent again with its key is not done again. Acts are transactions; an upload, which takes
     * long, runs under a lease. Passwords are not recorded, not even as a part of a hash: their route refuses keys.
     */
    static Filter keys(Acts acts, Once once, Authenticator authenticator) {
        IdempotencySettings settings = IdempotencySettings.lenientDefaults().callers(authenticator::caller);
        IdempotencyFilter leased = IdempotencyFilter.on(once, settings);
        IdempotencyFilter transactional = IdempotencyFilter.transactional(
                once, settings, (keyed, response) -> ApiRoutes.record(acts, keyed, response));
        return (request, response, chain) -> {
            if (request instanceof HttpServletRequest http && isAt(http, AccountApi.PASSWORD)) {
                chain.doFilter(request, response);
                return;
            }
            boolean isLeased = request instanceof HttpServletRequest http && isAt(http, "/api/sheets");
            if (isLeased && authenticator.lacks((HttpServletRequest) request, Role.STAFF)) {
                chain.doFilter(request, response); // a leased request is replayed before its role is checked
                return;
            }
            (isLeased ? leased : transactional).doFilter(request, response, chain);
        };
    }

    /** By the decoded path, as routes are found. The servlet API refuses to decode the keys that some paths contain. */
    private static boolean isAt(HttpServletRequest request, String route) {
        String path = URIUtil.decodePath(request.getRequestURI());
        return path.equals(route) || path.equals(route + "/");
    }
}
