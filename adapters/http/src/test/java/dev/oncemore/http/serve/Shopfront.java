package dev.oncemore.http.serve;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An application whose servlet each test writes anew. In front of it stand, as they should, a filter that makes responses of
 * exceptions, one that authenticates and authorises, then the filter under test.
 */
final class Shopfront {
    /** What the servlet does. */
    interface Work {
        void serve(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    final AtomicInteger served = new AtomicInteger();
    final Set<String> forbidden = ConcurrentHashMap.newKeySet();
    private volatile Filter outermost = (request, response, chain) -> chain.doFilter(request, response);
    private volatile Filter filter = (request, response, chain) -> chain.doFilter(request, response);
    private volatile Work work = (request, response) -> {};

    void filteredBy(Filter filter) {
        this.filter = filter;
    }

    /** A filter in front of all others, until the next {@link #does}. */
    void behind(Filter outermost) {
        this.outermost = outermost;
    }

    void does(Work work) {
        this.work = work;
        outermost = (request, response, chain) -> chain.doFilter(request, response);
        served.set(0);
        forbidden.clear();
    }

    void install(ServletContext context) {
        register(context, "outermost", (request, response, chain) -> outermost.doFilter(request, response, chain));
        register(context, "authentication", this::authenticate);
        register(context, "under-test", (request, response, chain) -> filter.doFilter(request, response, chain));
        ServletRegistration.Dynamic servlet = context.addServlet("shop", new Shop());
        servlet.setAsyncSupported(true);
        servlet.setMultipartConfig(new MultipartConfigElement("", 1 << 20, 1 << 20, 1 << 20));
        servlet.addMapping("/*");
    }

    private static void register(ServletContext context, String name, Filter filter) {
        FilterRegistration.Dynamic registration = context.addFilter(name, filter);
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, "/*");
    }

    private void authenticate(ServletRequest any, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest request = (HttpServletRequest) any;
        String user = request.getHeader("X-User");
        if (user != null && forbidden.contains(user)) {
            ((HttpServletResponse) response).sendError(403);
            return;
        }
        chain.doFilter(
                user == null
                        ? request
                        : new HttpServletRequestWrapper(request) {
                            @Override
                            public Principal getUserPrincipal() {
                                return () -> user;
                            }
                        },
                response);
    }

    private final class Shop extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                served.incrementAndGet();
            }
            work.serve(request, response);
        }
    }
}
