package dev.oncemore.retry.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rules that {@link Classifier}'s methods prepend to an existing classifier. */
final class ClassifierRules {
    static final int CAUSES_MAX = 16;

    private ClassifierRules() {}

    /** A rule that delegates failures it does not match to the next classifier. */
    interface Link extends Classifier {
        Classifier next();

        @Override
        default Classification classify(Throwable failure) {
            return next().classify(failure);
        }

        @Override
        default @Nullable Classification judge(@Nullable Object result) {
            return next().judge(result);
        }

        @Override
        default boolean judgesResults() {
            return next().judgesResults();
        }
    }

    record ByType(Class<? extends Throwable> type, FailureKind kind, Classifier next) implements Link {
        ByType {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(kind, "kind");
        }

        @Override
        public Classification classify(Throwable failure) {
            return type.isInstance(failure) ? ofKind(kind, failure) : next.classify(failure);
        }
    }

    /**
     * Rules by class name, as files give them. The most specific class wins, so the order of the names does not matter.
     */
    record ByName(Map<String, FailureKind> kinds, Classifier next) implements Link {
        ByName {
            kinds = Map.copyOf(kinds);
            if (kinds.keySet().stream().anyMatch(String::isBlank)) {
                throw new IllegalArgumentException("a class name must not be blank");
            }
        }

        static ByName with(String className, FailureKind kind, Classifier next) {
            if (!(next instanceof ByName names)) {
                return new ByName(Map.of(className, kind), next);
            }
            Map<String, FailureKind> more = new HashMap<>(names.kinds);
            more.put(className, kind);
            return new ByName(more, names.next);
        }

        @Override
        public Classification classify(Throwable failure) {
            for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
                FailureKind kind = kinds.get(type.getName());
                if (kind != null) {
                    return ofKind(kind, failure);
                }
            }
            return next.classify(failure);
        }
    }

    record ByFunction<E extends Throwable>(
            Class<E> type, Function<? super E, @Nullable Classification> classification, Classifier next)
            implements Link {
        ByFunction {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(classification, "classification");
        }

        @Override
        public Classification classify(Throwable failure) {
            Classification found = type.isInstance(failure) ? classification.apply(type.cast(failure)) : null;
            return found != null ? found : next.classify(failure);
        }
    }

    record ByResult<R>(Class<R> type, Function<? super R, @Nullable Classification> classification, Classifier next)
            implements Link {
        ByResult {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(classification, "classification");
        }

        @Override
        public @Nullable Classification judge(@Nullable Object result) {
            Classification found = type.isInstance(result) ? classification.apply(type.cast(result)) : null;
            return found != null ? found : next.judge(result);
        }

        @Override
        public boolean judgesResults() {
            return true;
        }
    }

    /**
     * The classification of a rule by type. It decides whether to retry, but a type alone implies nothing about earlier
     * attempts: a rejection may come from the application's own check, before the dependency was called. Nor can it
     * undo the doubt of a cause with its own classification, such as an engine's failure inside an application
     * exception.
     */
    private static Classification ofKind(FailureKind kind, Throwable failure) {
        Classification classification = Classification.of(kind, describe(failure));
        if (classification.doubt() == Doubt.SETTLES) {
            classification = classification.with(Doubt.LEAVES);
        }
        Throwable cause = failure.getCause();
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            if (cause instanceof Classified known && known.classification().doubt() == Doubt.RAISES) {
                return classification.with(Doubt.RAISES);
            }
            cause = cause.getCause();
        }
        return classification;
    }

    /** A short description of the failure: simple class name and message. */
    static String describe(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        return message == null || message.isBlank() ? name : name + ": " + message;
    }
}
