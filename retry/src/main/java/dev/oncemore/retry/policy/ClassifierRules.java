package dev.oncemore.retry.policy;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The links that {@link Classifier}'s methods put in front of an existing classifier. */
final class ClassifierRules {
    private ClassifierRules() {}

    /** A rule that hands everything it does not know to the next one. */
    interface Link extends Classifier {
        Classifier next();

        @Override
        default Verdict classify(Throwable failure) {
            return next().classify(failure);
        }

        @Override
        default @Nullable Verdict judge(@Nullable Object result) {
            return next().judge(result);
        }

        @Override
        default boolean judgesResults() {
            return next().judgesResults();
        }
    }

    /** A rule that can be written down as a class name and a kind. */
    interface Named extends Link {
        String className();

        FailureKind kind();
    }

    record ByType(Class<? extends Throwable> type, FailureKind kind, Classifier next) implements Named {
        ByType {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(kind, "kind");
        }

        @Override
        public String className() {
            return type.getName();
        }

        @Override
        public Verdict classify(Throwable failure) {
            return type.isInstance(failure) ? Verdict.of(kind, describe(failure)) : next.classify(failure);
        }
    }

    record ByName(String className, FailureKind kind, Classifier next) implements Named {
        ByName {
            if (className.isBlank()) {
                throw new IllegalArgumentException("a class name must not be blank");
            }
            Objects.requireNonNull(kind, "kind");
        }

        @Override
        public Verdict classify(Throwable failure) {
            for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
                if (type.getName().equals(className)) {
                    return Verdict.of(kind, describe(failure));
                }
            }
            return next.classify(failure);
        }
    }

    record ByFunction<E extends Throwable>(
            Class<E> type, Function<? super E, @Nullable Verdict> verdict, Classifier next) implements Link {
        ByFunction {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(verdict, "verdict");
        }

        @Override
        public Verdict classify(Throwable failure) {
            Verdict found = type.isInstance(failure) ? verdict.apply(type.cast(failure)) : null;
            return found != null ? found : next.classify(failure);
        }
    }

    record ByResult<R>(Class<R> type, Function<? super R, @Nullable Verdict> verdict, Classifier next) implements Link {
        ByResult {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(verdict, "verdict");
        }

        @Override
        public @Nullable Verdict judge(@Nullable Object result) {
            Verdict found = type.isInstance(result) ? verdict.apply(type.cast(result)) : null;
            return found != null ? found : next.judge(result);
        }

        @Override
        public boolean judgesResults() {
            return true;
        }
    }

    /** The failure in a few words: its simple class name and message. */
    static String describe(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        return message == null || message.isBlank() ? name : name + ": " + message;
    }
}
