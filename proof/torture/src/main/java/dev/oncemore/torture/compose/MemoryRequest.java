package dev.oncemore.torture.compose;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A servlet request with the methods that filters use. Other methods throw, so that no result is made up. */
final class MemoryRequest implements InvocationHandler {
    private final HttpRequest sent;
    private final Map<String, Object> attributes = new HashMap<>();

    private MemoryRequest(HttpRequest sent) {
        this.sent = sent;
    }

    static HttpServletRequest of(HttpRequest sent) {
        return (HttpServletRequest) Proxy.newProxyInstance(
                HttpServletRequest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                new MemoryRequest(sent));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "getAttribute" -> attributes.get(first(arguments));
            case "setAttribute" -> attributes.put(first(arguments), arguments == null ? "" : arguments[1]);
            case "getDispatcherType" -> DispatcherType.REQUEST;
            case "getMethod" -> sent.method();
            case "getProtocol" -> "HTTP/1.1";
            case "getHeader" -> sent.headers().firstValue(first(arguments)).orElse(null);
            case "getHeaders" -> Collections.enumeration(sent.headers().allValues(first(arguments)));
            case "getContextPath" -> "";
            case "getServletPath" -> sent.uri().getPath();
            case "getRequestURI" -> sent.uri().getRawPath();
            case "getPathInfo", "getQueryString", "getContentType", "getCharacterEncoding" -> null;
            case "getContentLengthLong" -> 0L;
            case "getInputStream" -> new NoBody();
            case "toString" -> "POST " + sent.uri();
            default -> throw new UnsupportedOperationException(method.getName());
        };
    }

    private static String first(Object @Nullable [] arguments) {
        return arguments == null ? "" : (String) arguments[0];
    }

    private static final class NoBody extends ServletInputStream {
        @Override
        public int read() {
            return -1;
        }

        @Override
        public boolean isFinished() {
            return true;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("setReadListener");
        }
    }
}
