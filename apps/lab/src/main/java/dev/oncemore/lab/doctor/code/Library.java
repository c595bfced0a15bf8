package dev.oncemore.lab.doctor.code;

import java.util.Set;
import java.util.regex.Pattern;

/** The calls of other libraries that matter to a retry review. */
final class Library {
    static final String FAILSAFE_RETRY_POLICY = "dev/failsafe/RetryPolicy";
    private static final String FAILSAFE_EXECUTOR = "dev/failsafe/FailsafeExecutor";
    private static final String RESILIENCE4J_RETRY = "io/github/resilience4j/retry/Retry";
    private static final Set<String> SPRING_RETRY_TEMPLATES = Set.of(
            "org/springframework/retry/support/RetryTemplate",
            "org/springframework/retry/RetryOperations",
            "org/springframework/core/retry/RetryTemplate",
            "org/springframework/core/retry/RetryOperations");
    private static final Set<String> SPRING_TRANSACTIONS = Set.of(
            "org/springframework/transaction/support/TransactionTemplate",
            "org/springframework/transaction/support/TransactionOperations");
    private static final Set<String> RANDOM = Set.of(
            "java/util/Random",
            "java/util/concurrent/ThreadLocalRandom",
            "java/util/random/RandomGenerator",
            "java/util/SplittableRandom",
            "java/security/SecureRandom");
    private static final Set<String> SLEEPERS = Set.of("java/lang/Thread", "java/util/concurrent/TimeUnit");
    private static final Set<String> POST_OWNERS = Set.of(
            "java/net/http/HttpRequest$Builder",
            "org/springframework/web/client/RestClient",
            "org/springframework/web/reactive/function/client/WebClient",
            "okhttp3/Request$Builder");
    private static final Set<String> REST_TEMPLATES = Set.of(
            "org/springframework/web/client/RestTemplate",
            "org/springframework/web/client/RestOperations",
            "org/springframework/boot/test/web/client/TestRestTemplate");
    private static final Pattern REMOTE = Pattern.compile("java/net/http/HttpClient|org/springframework/web/client/.*"
            + "|org/springframework/web/reactive/function/client/.*|okhttp3/.*|org/apache/http/.*|org/apache/hc/.*"
            + "|org/springframework/kafka/core/Kafka.*|org/apache/kafka/clients/producer/.*|org/springframework/jms/core/.*"
            + "|org/springframework/amqp/core/.*|org/springframework/amqp/rabbit/core/.*|java/net/HttpURLConnection");

    private Library() {}

    /** Whether a call repeats the work that it is given. */
    static boolean isRetry(String owner, String name) {
        return switch (owner) {
            case RESILIENCE4J_RETRY -> name.startsWith("execute") || name.startsWith("decorate");
            case FAILSAFE_EXECUTOR ->
                Set.of("get", "run", "getAsync", "runAsync", "getStageAsync").contains(name);
            default -> SPRING_RETRY_TEMPLATES.contains(owner) && (name.equals("execute") || name.equals("invoke"));
        };
    }

    static boolean isFailsafe(String owner) {
        return owner.equals(FAILSAFE_EXECUTOR);
    }

    /** Whether the work of a retry runs on the thread of the caller, before the call returns. */
    static boolean isOnCallersThread(String name) {
        return !name.endsWith("Async") && !name.startsWith("decorate") && !name.contains("CompletionStage");
    }

    static boolean isTransaction(String owner, String name) {
        return SPRING_TRANSACTIONS.contains(owner) && name.startsWith("execute");
    }

    static boolean isRandom(String owner, String name) {
        return RANDOM.contains(owner) || (owner.equals("java/lang/Math") && name.equals("random"));
    }

    static boolean isSleep(String owner, String name) {
        return (name.equals("sleep") && SLEEPERS.contains(owner))
                || (name.equals("parkNanos") && owner.equals("java/util/concurrent/locks/LockSupport"))
                || name.startsWith("sleepUninterruptibly");
    }

    /** Whether a call by itself prepares or sends a POST. */
    static boolean isPost(String owner, String name) {
        return (POST_OWNERS.contains(owner) && name.equalsIgnoreCase("post"))
                || (REST_TEMPLATES.contains(owner) && name.startsWith("postFor"))
                || (name.equals("<init>") && owner.startsWith("org/apache/h") && owner.endsWith("/HttpPost"));
    }

    /** Whether a call takes the name of an HTTP method as an argument. */
    static boolean takesHttpMethod(String owner, String name) {
        return (name.equals("method") || name.equals("exchange") || name.equals("setRequestMethod"))
                && REMOTE.matcher(
                                owner.equals("java/net/http/HttpRequest$Builder") ? "java/net/http/HttpClient" : owner)
                        .matches();
    }

    /** Whether a call goes to another system, as far as the class tells. */
    static boolean isRemote(String owner) {
        return REMOTE.matcher(owner).matches();
    }

    /** Whether what a call takes runs on another thread, perhaps later. */
    static boolean isOtherThread(String owner) {
        return owner.equals("java/lang/Thread")
                || owner.equals("java/util/concurrent/CompletableFuture")
                || (owner.startsWith("java/util/concurrent/") && owner.contains("Executor"))
                || owner.endsWith("TaskExecutor")
                || owner.endsWith("TaskScheduler");
    }

    static boolean isOfJdk(String owner) {
        return owner.startsWith("java/")
                || owner.startsWith("javax/")
                || owner.startsWith("jdk/")
                || owner.startsWith("[");
    }
}
