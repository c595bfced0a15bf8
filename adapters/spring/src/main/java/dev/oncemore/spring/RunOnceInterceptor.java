package dev.oncemore.spring;

import dev.oncemore.once.Outcome;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.sql.Connection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;

/** Runs methods with {@link RunOnce} as effects: in the transaction of the thread if there is one, otherwise under a lease. */
final class RunOnceInterceptor implements MethodInterceptor {
    private final ObjectProvider<RecordedMethods> declarations;
    private final Map<Method, RecordedMethods.Recorded> methods = new ConcurrentHashMap<>();

    RunOnceInterceptor(ObjectProvider<RecordedMethods> declarations) {
        this.declarations = declarations;
    }

    /** Refuses a method whose outcome cannot be recorded. */
    void check(Method method) {
        recorded(method);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = Objects.requireNonNull(invocation.getThis(), "a proxy without a target");
        RecordedMethods.Recorded method =
                recorded(AopUtils.getMostSpecificMethod(invocation.getMethod(), target.getClass()));
        RecordedMethods.Call call = method.call(target, invocation.getArguments());
        Ran ran = new Ran(invocation);
        Connection transaction = declarations.getObject().transaction();
        Outcome<?> outcome;
        if (transaction == null) {
            outcome = method.operation().key(call.tenant(), call.key()).run(call.payload(), claim -> ran.proceed());
        } else {
            outcome = method.joining()
                    .within(transaction)
                    .key(call.tenant(), call.key())
                    .run(call.payload(), ran::proceed);
        }
        return ran.result(outcome);
    }

    private RecordedMethods.Recorded recorded(Method method) {
        RecordedMethods.Recorded known = methods.get(method);
        return known == null ? methods.computeIfAbsent(method, this::read) : known;
    }

    private RecordedMethods.Recorded read(Method method) {
        RecordedMethods found = declarations.getIfAvailable();
        if (found == null) {
            throw new InvalidSettingException(
                    AnnotatedMethods.name(method),
                    "@RunOnce needs a database or Redis: " + MissingStores.NO_DATABASE,
                    null);
        }
        return found.read(method);
    }

    /** What the method itself did in this call, if it ran. */
    private static final class Ran {
        private final MethodInvocation invocation;
        private boolean returned;
        private @Nullable Object value;

        Ran(MethodInvocation invocation) {
            this.invocation = invocation;
        }

        @SuppressWarnings("NullAway") // null is recorded as an effect without a value
        Object proceed() throws Exception {
            try {
                value = invocation.proceed();
                returned = true;
                return value;
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new UndeclaredThrowableException(e);
            }
        }

        /** The caller whose call ran the method sees what it would see without the annotation. */
        @Nullable
        Object result(Outcome<?> outcome) throws Throwable {
            boolean isDone = outcome instanceof Outcome.Done<?> || outcome instanceof Outcome.DoneWithoutValue<?>;
            if (returned && isDone) {
                return value;
            }
            if (outcome instanceof Outcome.Failed<?> failed && failed.cause().isPresent()) {
                throw failed.cause().get();
            }
            if (outcome instanceof Outcome.DoneWithoutValue<?>
                    && invocation.getMethod().getReturnType() == void.class) {
                return null;
            }
            return outcome.require();
        }
    }
}
