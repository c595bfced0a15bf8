package dev.oncemore.http.client;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The lifecycle methods of {@code HttpClient} on JDK 21 and later. The class files target JDK 17, which lacks them;
 * before 21 a client ends when it is garbage-collected, and there is nothing to do.
 */
final class Lifecycle {
    private static final @Nullable MethodHandle SHUTDOWN = find("shutdown", MethodType.methodType(void.class));
    private static final @Nullable MethodHandle SHUTDOWN_NOW = find("shutdownNow", MethodType.methodType(void.class));
    private static final @Nullable MethodHandle CLOSE = find("close", MethodType.methodType(void.class));
    private static final @Nullable MethodHandle IS_TERMINATED =
            find("isTerminated", MethodType.methodType(boolean.class));
    private static final @Nullable MethodHandle AWAIT_TERMINATION =
            find("awaitTermination", MethodType.methodType(boolean.class, Duration.class));

    private Lifecycle() {}

    static void shutdown(HttpClient client) {
        run(SHUTDOWN, client);
    }

    static void shutdownNow(HttpClient client) {
        run(SHUTDOWN_NOW, client);
    }

    static void close(HttpClient client) {
        run(CLOSE, client);
    }

    static boolean isTerminated(HttpClient client) {
        if (IS_TERMINATED == null) {
            return false;
        }
        try {
            return (boolean) IS_TERMINATED.invoke(client);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    static boolean awaitTermination(HttpClient client, Duration duration) throws InterruptedException {
        if (AWAIT_TERMINATION == null) {
            return true;
        }
        try {
            return (boolean) AWAIT_TERMINATION.invoke(client, duration);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static void run(@Nullable MethodHandle method, HttpClient client) {
        if (method != null) {
            try {
                method.invoke(client);
            } catch (Throwable e) {
                throw unchecked(e);
            }
        }
    }

    private static @Nullable MethodHandle find(String name, MethodType type) {
        try {
            return MethodHandles.publicLookup().findVirtual(HttpClient.class, name, type);
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }
}
