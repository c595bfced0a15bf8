package dev.oncemore.spring;

import dev.oncemore.retry.Retries;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.function.SingletonSupplier;

/** Runs methods with {@link Retrying} through the engine of their policy. */
final class RetryingInterceptor implements MethodInterceptor {
    private final Supplier<Retries> retries;
    private final Supplier<ObservationRegistry> observations;
    private final Map<Method, Retried> methods = new ConcurrentHashMap<>();

    RetryingInterceptor(Supplier<Retries> retries, Supplier<ObservationRegistry> observations) {
        this.retries = retries;
        this.observations = SingletonSupplier.of(observations);
    }

    /** Refuses a method that cannot be retried. */
    void check(Method method) {
        retried(method);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = Objects.requireNonNull(invocation.getThis(), "a proxy without a target");
        Retried retried = retried(AopUtils.getMostSpecificMethod(invocation.getMethod(), target.getClass()));
        ObservationRegistry registry = observations.get();
        return registry.isNoop() ? called(retried, invocation) : observed(retried, invocation, registry);
    }

    private static @Nullable Object called(Retried retried, MethodInvocation invocation) throws Exception {
        return retried.isAsynchronous
                ? retried.engine.callAsync(retried.safety, attempt -> stage(invocation))
                : retried.engine.call(retried.safety, () -> proceed(invocation));
    }

    /** All attempts are inside one observation, so that what they do belongs to one span. */
    private static @Nullable Object observed(Retried retried, MethodInvocation invocation, ObservationRegistry registry)
            throws Exception {
        Observation observation = Observation.createNotStarted("oncemore.call", registry)
                .contextualName(retried.engine.policy().name() + " " + retried.engine.operation())
                .lowCardinalityKeyValue(
                        "oncemore.policy", retried.engine.policy().name())
                .lowCardinalityKeyValue("oncemore.operation", retried.engine.operation())
                .start();
        boolean ends = true;
        Observation.Scope scope = observation.openScope();
        try {
            Object result = called(retried, invocation);
            if (result instanceof CompletableFuture<?> later && retried.isAsynchronous) {
                ends = false;
                CompletableFuture<?> ignored = later.whenComplete((value, thrown) -> stop(observation, thrown));
            }
            return result;
        } catch (Exception | Error e) {
            observation.error(e);
            throw e;
        } finally {
            scope.close();
            if (ends) {
                observation.stop();
            }
        }
    }

    private static void stop(Observation observation, @Nullable Throwable thrown) {
        if (thrown != null) {
            observation.error(thrown);
        }
        observation.stop();
    }

    private Retried retried(Method method) {
        Retried known = methods.get(method);
        return known == null ? methods.computeIfAbsent(method, this::read) : known;
    }

    private Retried read(Method method) {
        Retrying declared = AnnotatedElementUtils.findMergedAnnotation(method, Retrying.class);
        if (declared == null) {
            throw new IllegalStateException(AnnotatedMethods.name(method) + " has no @Retrying");
        }
        boolean isAsynchronous = CompletionStage.class.isAssignableFrom(method.getReturnType());
        if (!isAsynchronous && ReactiveAdapterRegistry.getSharedInstance().getAdapter(method.getReturnType()) != null) {
            throw new InvalidSettingException(
                    AnnotatedMethods.name(method),
                    "@Retrying cannot retry a " + method.getReturnType().getSimpleName()
                            + ", which does its work after the method has returned; return its value or a CompletionStage",
                    null);
        }
        if (!isAsynchronous && (Future.class.isAssignableFrom(method.getReturnType()) || isAsync(method))) {
            throw new InvalidSettingException(
                    AnnotatedMethods.name(method),
                    "@Retrying would see success, because the method returns before its work is done; return a"
                            + " CompletableFuture",
                    null);
        }
        try {
            String operation = declared.operation().isEmpty() ? method.getName() : declared.operation();
            Retry engine = retries.get().get(declared.policy()).operation(operation);
            return new Retried(engine, declared.safety().safety(), isAsynchronous);
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(AnnotatedMethods.name(method), "@Retrying: " + e.getMessage(), e);
        }
    }

    private static boolean isAsync(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, Async.class)
                || AnnotatedElementUtils.hasAnnotation(method.getDeclaringClass(), Async.class);
    }

    @SuppressWarnings("unchecked") // the method returns a stage, see read
    private static CompletionStage<Object> stage(MethodInvocation invocation) throws Exception {
        return Objects.requireNonNull(
                (CompletionStage<Object>) proceed(invocation), "the method returned null instead of a stage");
    }

    /** An invocation proceeds only once, so that each attempt needs its own. */
    @SuppressWarnings("NullAway") // a method may return null, and the engine returns it
    private static Object proceed(MethodInvocation invocation) throws Exception {
        try {
            return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e);
        }
    }

    private record Retried(Retry engine, Safety safety, boolean isAsynchronous) {}
}
