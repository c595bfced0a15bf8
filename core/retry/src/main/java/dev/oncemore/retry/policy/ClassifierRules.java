package dev.oncemore.retry.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The links that {@link Classifier}'s methods put in front of an existing classifier. */
final class ClassifierRules {
    private static final int CAUSES_MAX = 16;

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

    record ByType(Class<? extends Throwable> type, FailureKind kind, Classifier next) implements Link {
        ByType {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(kind, "kind");
        }

        @Override
        public Verdict classify(Throwable failure) {
            return type.isInstance(failure) ? ofKind(kind, failure) : next.classify(failure);
        }
    }

    /** By name, as files give it. The most specific class wins, so that the order of the names does not matter. */
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
        public Verdict classify(Throwable failure) {
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

    /**
     * The verdict of a rule by type. It decides how to go on, but a type alone says nothing about earlier attempts: a rejection may
     * come from a check of the application's own, before the other side was asked. Nor can it take back the doubt of a cause that
     * has a verdict of its own, such as an engine's failure inside an exception of the application.
     */
    private static Verdict ofKind(FailureKind kind, Throwable failure) {
        Verdict verdict = Verdict.of(kind, describe(failure));
        if (verdict.doubt() == Doubt.SETTLES) {
            verdict = verdict.with(Doubt.LEAVES);
        }
        Throwable cause = failure.getCause();
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            if (cause instanceof Classified known && known.verdict().doubt() == Doubt.RAISES) {
                return verdict.with(Doubt.RAISES);
            }
            cause = cause.getCause();
        }
        return verdict;
    }

    /** The failure in a few words: its simple class name and message. */
    static String describe(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        return message == null || message.isBlank() ? name : name + ": " + message;
    }
}
