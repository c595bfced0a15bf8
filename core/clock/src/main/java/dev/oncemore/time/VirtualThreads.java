package dev.oncemore.time;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Access to virtual threads on JDKs that have them. */
public final class VirtualThreads {
    private static final @Nullable Executor EXECUTOR = find();
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private VirtualThreads() {}

    /** Starts a virtual thread for each task; empty before JDK 21. */
    public static Optional<Executor> executor() {
        return Optional.ofNullable(EXECUTOR);
    }

    /**
     * Whether the current thread is virtual. Code that blocks in native calls there pins one of the few carrier
     * threads.
     */
    public static boolean isCurrent() {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            throw new AssertionError("Thread.isVirtual does not throw", e);
        }
    }

    private static @Nullable MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Looked up by reflection, the only use of it in the kernels: the class files target JDK 17, which lacks the
     * methods.
     */
    private static @Nullable Executor find() {
        try {
            MethodHandle factory = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (Executor) factory.invoke();
        } catch (NoSuchMethodException | UnsupportedOperationException e) {
            return null;
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
