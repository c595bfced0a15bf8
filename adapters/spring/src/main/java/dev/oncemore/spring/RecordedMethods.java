package dev.oncemore.spring;

import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.once.Codecs;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.once.OperationBuilder;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ClassUtils;
import tools.jackson.core.type.TypeReference;

/** Reads methods with {@link RunOnce}: their operation, and the expressions for tenant, key and payload. */
final class RecordedMethods {
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final SpelExpressionParser parser = new SpelExpressionParser();
    private final SpringTransactionProbe probe = new SpringTransactionProbe();
    private final Once once;
    private final Codecs codecs;
    private final @Nullable SpringTransactions transactions;

    /**
     * Creates it.
     *
     * @param transactions those of the database with the tasks; null if there is none
     */
    RecordedMethods(Once once, Codecs codecs, @Nullable SpringTransactions transactions) {
        this.once = once;
        this.codecs = codecs;
        this.transactions = once instanceof TransactionalOnce<?> ? transactions : null;
    }

    /**
     * The transaction that records join; null if there is none.
     *
     * @throws IllegalStateException if there is one that they cannot join
     */
    @Nullable
    Connection transaction() {
        if (transactions != null) {
            return transactions.current();
        }
        if (probe.isTransactionOpen()) {
            throw new IllegalStateException(
                    "the records are not in the database of the open transaction, and would outlive its rollback; call the"
                            + " method outside of the transaction, or keep records in the database (oncemore.once.store: jdbc)");
        }
        return null;
    }

    Recorded read(Method method) {
        RunOnce declared = AnnotatedElementUtils.findMergedAnnotation(method, RunOnce.class);
        if (declared == null) {
            throw new IllegalStateException(AnnotatedMethods.name(method) + " has no @RunOnce");
        }
        Class<?> type = method.getReturnType();
        if (Future.class.isAssignableFrom(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null) {
            throw invalid(
                    method, "a " + type.getSimpleName() + " ends after the method has returned; return its value");
        }
        try {
            return new Recorded(
                    method,
                    operation(declared.operation(), method),
                    parser.parseExpression(declared.tenant()),
                    parser.parseExpression(declared.key()),
                    declared.payload().isEmpty() ? null : parser.parseExpression(declared.payload()));
        } catch (IllegalArgumentException | ParseException e) {
            throw invalid(method, String.valueOf(e.getMessage()));
        }
    }

    @SuppressWarnings("unchecked") // the interceptor returns values of the method to callers of the method only
    private Operation<Object> operation(String name, Method method) {
        Type type = method.getGenericReturnType();
        OperationBuilder<?, ? extends Operation<?>> builder;
        if (type == void.class || type == Void.class) {
            builder = once.operation(name);
        } else if (type instanceof ParameterizedType && codecs instanceof JacksonCodecs json) {
            builder = once.operation(name, json.of(new TypeReference<Object>() {
                @Override
                public Type getType() {
                    return type;
                }
            }));
        } else {
            builder = once.operation(name, ClassUtils.resolvePrimitiveIfNecessary(method.getReturnType()));
        }
        return (Operation<Object>) builder.build();
    }

    private static InvalidSettingException invalid(Method method, String reason) {
        return new InvalidSettingException(AnnotatedMethods.name(method), "@RunOnce: " + reason, null);
    }

    /** What one call says about itself. */
    record Call(String tenant, String key, Object payload) {}

    /** A method, read once. */
    record Recorded(
            Method method,
            Operation<Object> operation,
            Expression tenant,
            Expression key,
            @Nullable Expression payload) {

        /** The operation inside transactions; only records of the database can be part of them. */
        @SuppressWarnings("unchecked") // the starter's only transactions are those of JDBC
        TransactionalOperation<Object, Connection> joining() {
            return (TransactionalOperation<Object, Connection>) operation;
        }

        Call call(Object target, @Nullable Object[] arguments) {
            EvaluationContext context = new MethodBasedEvaluationContext(target, method, arguments, NAMES);
            Object same = payload == null ? payloadOf(arguments) : payload.getValue(context);
            return new Call(
                    required("tenant", tenant, context),
                    required("key", key, context),
                    same == null ? Payload.none() : same);
        }

        private String required(String what, Expression expression, EvaluationContext context) {
            Object value = expression.getValue(context);
            if (value == null) {
                throw new IllegalArgumentException("the " + what + " of @RunOnce at " + AnnotatedMethods.name(method)
                        + " is null: '" + expression.getExpressionString()
                        + "'; name a parameter (compiled with -parameters) that is not null");
            }
            if (!isText(value)) {
                throw new IllegalArgumentException("the " + what + " of @RunOnce at " + AnnotatedMethods.name(method)
                        + " is a " + value.getClass().getSimpleName() + ", whose text differs from call to call: '"
                        + expression.getExpressionString() + "'; name one of its properties, such as its id");
            }
            return value.toString();
        }

        /** Whether equal values have equal texts; those of arrays and classes without toString contain their identity. */
        private static boolean isText(Object value) {
            String ofObject = value.getClass().getName() + "@" + Integer.toHexString(value.hashCode());
            return !value.toString().equals(ofObject);
        }

        private Object payloadOf(@Nullable Object[] arguments) {
            if (arguments.length == 0) {
                return Payload.none();
            }
            if (arguments.length == 1 && arguments[0] != null) {
                return arguments[0];
            }
            String[] names = NAMES.getParameterNames(method);
            Map<String, @Nullable Object> all = new LinkedHashMap<>();
            for (int i = 0; i < arguments.length; i++) {
                all.put(names == null ? "arg" + i : names[i], arguments[i]);
            }
            return all;
        }
    }
}
