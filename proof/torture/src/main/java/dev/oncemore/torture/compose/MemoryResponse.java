package dev.oncemore.torture.compose;

import dev.oncemore.testkit.net.HttpAnswer;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A servlet response with the methods that filters use. Other methods throw, so that no result is made up. */
final class MemoryResponse implements InvocationHandler {
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Body body = new Body();
    private final HttpServletResponse facade = (HttpServletResponse) Proxy.newProxyInstance(
            HttpServletResponse.class.getClassLoader(), new Class<?>[] {HttpServletResponse.class}, this);
    private int status = 200;

    HttpServletResponse facade() {
        return facade;
    }

    HttpAnswer answer() {
        return new HttpAnswer(status, body.bytes.toString(StandardCharsets.UTF_8), headers);
    }

    void reset(int newStatus) {
        status = newStatus;
        headers.clear();
        body.bytes.reset();
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        Object first = arguments == null ? "" : arguments[0];
        switch (method.getName()) {
            case "getStatus" -> {
                return status;
            }
            case "setStatus", "sendError" -> status = (Integer) first;
            case "setHeader", "addHeader" -> headers.put((String) first, (String) second(arguments));
            case "setIntHeader", "addIntHeader" ->
                headers.put((String) first, second(arguments).toString());
            case "setContentType" -> headers.put("Content-Type", (String) first);
            case "getContentType" -> {
                return headers.get("Content-Type");
            }
            case "getHeader" -> {
                return headers.get((String) first);
            }
            case "getHeaders" -> {
                String value = headers.get((String) first);
                return value == null ? List.of() : List.of(value);
            }
            case "getHeaderNames" -> {
                return List.copyOf(headers.keySet());
            }
            case "containsHeader" -> {
                return headers.containsKey((String) first);
            }
            case "isCommitted" -> {
                return false;
            }
            case "getBufferSize" -> {
                return 8_192;
            }
            case "getCharacterEncoding" -> {
                return "UTF-8";
            }
            case "getOutputStream" -> {
                return body;
            }
            case "reset" -> reset(200);
            case "resetBuffer" -> body.bytes.reset();
            case "setContentLength",
                    "setContentLengthLong",
                    "flushBuffer",
                    "setBufferSize",
                    "setCharacterEncoding" -> {}
            default -> throw new UnsupportedOperationException(method.getName());
        }
        return null;
    }

    private static Object second(Object @Nullable [] arguments) {
        return arguments == null ? "" : arguments[1];
    }

    private static final class Body extends ServletOutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            bytes.write(b);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("setWriteListener");
        }
    }
}
