package dev.oncemore.spring;

import dev.oncemore.http.serve.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/** Passes the requests of some paths to the filter, by the patterns of Spring's controllers, which servlet mappings do not have. */
final class IdempotentPaths implements Filter {
    private static final String PROPERTY = "oncemore.http.idempotency.paths";

    private final IdempotencyFilter filter;
    private final List<PathPattern> paths;

    private IdempotentPaths(IdempotencyFilter filter, List<PathPattern> paths) {
        this.filter = filter;
        this.paths = paths;
    }

    static IdempotentPaths before(IdempotencyFilter filter, List<String> paths) {
        return new IdempotentPaths(
                filter, paths.stream().map(IdempotentPaths::pattern).toList());
    }

    private static PathPattern pattern(String path) {
        if (!path.startsWith("/")) {
            throw new InvalidSettingException(PROPERTY, "'" + path + "' does not start with /", null);
        }
        try {
            return PathPatternParser.defaultInstance.parse(path);
        } catch (PatternParseException e) {
            throw new InvalidSettingException(PROPERTY, "'" + path + "' is not a path pattern: " + e.getMessage(), e);
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() != DispatcherType.REQUEST || includes(request)) {
            filter.doFilter(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private boolean includes(ServletRequest any) {
        if (!(any instanceof HttpServletRequest request)) {
            return false;
        }
        PathContainer path = ServletRequestPathUtils.parse(request).pathWithinApplication();
        return paths.stream().anyMatch(pattern -> pattern.matches(path));
    }
}
