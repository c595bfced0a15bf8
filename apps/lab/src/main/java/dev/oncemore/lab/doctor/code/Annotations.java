package dev.oncemore.lab.doctor.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;

/** Reads the annotations of the libraries, with the defaults that each has. */
final class Annotations {
    private static final String RESILIENCE4J = "Lio/github/resilience4j/retry/annotation/Retry;";
    private static final String SPRING_RETRY = "Lorg/springframework/retry/annotation/Retryable;";
    private static final String SPRING = "Lorg/springframework/resilience/annotation/Retryable;";
    private static final Set<String> TRANSACTIONAL = Set.of(
            "Lorg/springframework/transaction/annotation/Transactional;",
            "Ljakarta/transaction/Transactional;",
            "Ljavax/transaction/Transactional;");
    private static final Set<String> ASYNC = Set.of(
            "Lorg/springframework/scheduling/annotation/Async;",
            "Ljakarta/ejb/Asynchronous;",
            "Ljavax/ejb/Asynchronous;",
            "Ljakarta/enterprise/concurrent/Asynchronous;",
            "Lorg/eclipse/microprofile/faulttolerance/Asynchronous;");
    private static final Set<String> POST_MAPPINGS = Set.of(
            "Lorg/springframework/web/bind/annotation/PostMapping;",
            "Lorg/springframework/web/service/annotation/PostExchange;",
            "Lretrofit2/http/POST;");
    private static final Set<String> ENABLE_RETRY = Set.of(
            "Lorg/springframework/retry/annotation/EnableRetry;",
            "Lorg/springframework/resilience/annotation/EnableResilientMethods;");
    private static final String ENABLE_TRANSACTIONS =
            "Lorg/springframework/transaction/annotation/EnableTransactionManagement;";
    private static final Set<String> EVERYTHING =
            Set.of("java/lang/Exception", "java/lang/Throwable", "java/lang/RuntimeException");
    private static final int ATTEMPTS_UNKNOWN = 3;

    private final Map<String, Map<String, Object>> all = new HashMap<>();

    private Annotations() {}

    @SafeVarargs
    static Annotations of(@Nullable List<AnnotationNode>... lists) {
        Annotations read = new Annotations();
        for (List<AnnotationNode> list : lists) {
            if (list != null) {
                list.forEach(node -> read.all.put(node.desc, values(node)));
            }
        }
        return read;
    }

    private static Map<String, Object> values(AnnotationNode node) {
        Map<String, Object> values = new HashMap<>();
        if (node.values != null) {
            for (int i = 0; i + 1 < node.values.size(); i += 2) {
                values.put((String) node.values.get(i), node.values.get(i + 1));
            }
        }
        return values;
    }

    /** The types, by internal name, among which may be annotations of the application that stand for others. */
    List<String> types() {
        return all.keySet().stream()
                .filter(type -> !type.startsWith("Ljava/"))
                .map(type -> Type.getType(type).getInternalName())
                .toList();
    }

    /** The annotations that make a method be retried. */
    List<RetryMark> retryMarks() {
        List<RetryMark> marks = new ArrayList<>();
        if (all.containsKey(RESILIENCE4J)) {
            marks.add(new RetryMark("@Retry of Resilience4j", false, false, ATTEMPTS_UNKNOWN, List.of()));
        }
        find(SPRING_RETRY).map(Annotations::ofSpringRetry).ifPresent(marks::add);
        find(SPRING).map(Annotations::ofSpring).ifPresent(marks::add);
        return marks;
    }

    private Optional<Map<String, Object>> find(String type) {
        return Optional.ofNullable(all.get(type));
    }

    private static RetryMark ofSpringRetry(Map<String, Object> values) {
        boolean isOwn = !text(values, "interceptor").isEmpty();
        List<String> failures = types(values, "value", "include", "retryFor");
        boolean excludes = !types(values, "exclude", "noRetryFor").isEmpty()
                || !text(values, "exceptionExpression").isEmpty();
        Map<String, Object> backoff =
                values.get("backoff") instanceof AnnotationNode node ? values(node) : Map.<String, Object>of();
        double delay = number(backoff, "delay", number(backoff, "value", 1000));
        boolean spreads = Boolean.TRUE.equals(backoff.get("random"))
                || backoff.containsKey("randomExpression")
                || (number(backoff, "maxDelay", 0) > delay && number(backoff, "multiplier", 0) == 0);
        boolean told = backoff.containsKey("delayExpression");
        int attempts = text(values, "maxAttemptsExpression").isEmpty()
                ? (int) number(values, "maxAttempts", 3)
                : ATTEMPTS_UNKNOWN;
        return new RetryMark(
                "@Retryable of Spring Retry",
                !isOwn && !excludes && isEverything(failures),
                !isOwn && !spreads && (delay > 0 || told),
                attempts,
                failures);
    }

    private static RetryMark ofSpring(Map<String, Object> values) {
        List<String> failures = types(values, "value", "includes");
        boolean excludes = !types(values, "excludes").isEmpty() || values.containsKey("predicate");
        boolean spreads =
                number(values, "jitter", 0) > 0 || !text(values, "jitterString").isEmpty();
        boolean waits = number(values, "delay", 1000) > 0
                || !text(values, "delayString").isEmpty();
        int attempts = text(values, "maxRetriesString").isEmpty()
                ? 1 + (int) number(values, "maxRetries", 3)
                : ATTEMPTS_UNKNOWN;
        return new RetryMark(
                "@Retryable of Spring", !excludes && isEverything(failures), waits && !spreads, attempts, failures);
    }

    static boolean isEverything(List<String> failures) {
        return failures.isEmpty() || failures.stream().anyMatch(EVERYTHING::contains);
    }

    /** How a method takes part in a transaction; empty if no annotation says so. */
    Optional<MethodFacts.Transaction> transaction() {
        return TRANSACTIONAL.stream()
                .map(all::get)
                .filter(values -> values != null)
                .findFirst()
                .map(values -> values.getOrDefault("propagation", values.getOrDefault("value", "")))
                .map(value -> value instanceof String[] constant ? constant[1] : "")
                .map(propagation -> switch (propagation) {
                    case "REQUIRES_NEW", "NOT_SUPPORTED", "NEVER" -> MethodFacts.Transaction.SUSPENDS;
                    case "SUPPORTS" -> MethodFacts.Transaction.NONE;
                    default -> MethodFacts.Transaction.OPEN;
                });
    }

    /** Whether the container runs the method on another thread. */
    boolean isAsync() {
        return all.keySet().stream().anyMatch(ASYNC::contains);
    }

    /** Whether calling the method sends a POST, as interfaces of HTTP clients declare it. */
    boolean declaresPost() {
        return all.keySet().stream().anyMatch(POST_MAPPINGS::contains);
    }

    /** The order of the advices, where it is not that of the library. */
    List<ClassFacts.Order> orders() {
        List<ClassFacts.Order> orders = new ArrayList<>();
        all.forEach((type, values) -> {
            if (values.get("order") instanceof Integer order
                    && (type.equals(ENABLE_TRANSACTIONS) || ENABLE_RETRY.contains(type))) {
                orders.add(new ClassFacts.Order(type.equals(ENABLE_TRANSACTIONS), order));
            }
        });
        return orders;
    }

    private static List<String> types(Map<String, Object> values, String... names) {
        List<String> types = new ArrayList<>();
        for (String name : names) {
            if (values.get(name) instanceof List<?> list) {
                list.forEach(item -> {
                    if (item instanceof Type type && type.getSort() == Type.OBJECT) {
                        types.add(type.getInternalName());
                    }
                });
            }
        }
        return types;
    }

    private static String text(Map<String, Object> values, String name) {
        return values.get(name) instanceof String text ? text : "";
    }

    private static double number(Map<String, Object> values, String name, double otherwise) {
        return values.get(name) instanceof Number number ? number.doubleValue() : otherwise;
    }
}
