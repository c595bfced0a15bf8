package dev.oncemore.bench.measure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stand-ins that look on while something is used. */
public final class Proxies {
    private Proxies() {}

    /** A stand-in of this type. */
    public static <T> T of(Class<T> type, Handler handler) {
        InvocationHandler invocation = (proxy, method, arguments) -> handler.handle(method, arguments);
        return type.cast(Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, invocation));
    }

    /** The call as it was meant. */
    public static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** What a stand-in does instead of its target. */
    @FunctionalInterface
    public interface Handler {
        /** One call. */
        @Nullable
        Object handle(Method method, Object @Nullable [] arguments) throws Throwable;
    }
}
