package dev.oncemore.lab.doctor.code;

import dev.oncemore.lab.doctor.code.MethodFacts.Built;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Reviews retry settings that are built in code. Only builders that a method both creates and builds are judged. */
final class PolicyBuilders {
    private static final String RESILIENCE4J = "io/github/resilience4j/retry/RetryConfig$Builder";
    private static final String RESILIENCE4J_INTERVALS = "io/github/resilience4j/core/IntervalFunction";
    private static final String FAILSAFE = "dev/failsafe/RetryPolicyBuilder";
    private static final String SPRING = "org/springframework/core/retry/RetryPolicy$Builder";
    private static final String SPRING_RETRY = "org/springframework/retry/support/RetryTemplateBuilder";
    private static final Set<Type> EVERYTHING = Set.of(Type.getType(Exception.class), Type.getType(Throwable.class));

    private final MethodFacts read;
    private final MethodNode method;
    private final List<Built> found = new ArrayList<>();

    private PolicyBuilders(MethodFacts read, MethodNode method) {
        this.read = read;
        this.method = method;
    }

    static List<Built> of(MethodFacts read, MethodNode method) {
        PolicyBuilders builders = new PolicyBuilders(read, method);
        builders.resilience4j();
        builders.failsafe();
        builders.spring();
        builders.springRetry();
        return builders.found;
    }

    private void resilience4j() {
        CallSite build = only(RESILIENCE4J, "build");
        if (build == null
                || !has("io/github/resilience4j/retry/RetryConfig", "custom")
                || passes("maxAttempts", Opcodes.ICONST_1)) {
            return;
        }
        boolean ownInterval = has(RESILIENCE4J, "intervalFunction") || has(RESILIENCE4J, "intervalBiFunction");
        boolean intervalHere = read.calls.stream()
                .anyMatch(call -> call.owner().equals(RESILIENCE4J_INTERVALS)
                        && call.name().startsWith("of")
                        && !call.descriptor().contains("java/util/function/"));
        boolean random = calls(RESILIENCE4J_INTERVALS, name -> name.contains("Random"));
        if (!ownInterval || (intervalHere && !random)) {
            add(
                    RetryRule.NO_JITTER,
                    build,
                    "the wait between attempts is not randomized; use IntervalFunction.ofExponentialRandomBackoff");
        }
        boolean names = has(RESILIENCE4J, "retryOnException") || has(RESILIENCE4J, "ignoreExceptions");
        boolean lists = has(RESILIENCE4J, "retryExceptions") && !namesEverything(RESILIENCE4J);
        if (!names && !lists) {
            add(
                    RetryRule.RETRIES_EVERYTHING,
                    build,
                    "RetryConfig names no exceptions, so that all of them are retried");
        }
    }

    private void failsafe() {
        CallSite build = only(FAILSAFE, "build");
        if (build == null
                || !has("dev/failsafe/RetryPolicy", "builder")
                || passes("withMaxAttempts", Opcodes.ICONST_1)
                || passes("withMaxRetries", Opcodes.ICONST_0)) {
            return;
        }
        boolean waits = calls(FAILSAFE, name -> name.equals("withBackoff"))
                || read.calls.stream()
                        .anyMatch(call -> call.owner().equals(FAILSAFE)
                                && call.name().equals("withDelay")
                                && Type.getArgumentTypes(call.descriptor()).length == 1);
        if (waits && !has(FAILSAFE, "withJitter")) {
            add(RetryRule.NO_JITTER, build, "the delay is not randomized; add withJitter");
        }
        boolean judges = calls(FAILSAFE, name -> name.startsWith("handle") || name.startsWith("abort"));
        if (!judges || (namesEverything(FAILSAFE) && !calls(FAILSAFE, name -> name.startsWith("abort")))) {
            add(
                    RetryRule.RETRIES_EVERYTHING,
                    build,
                    "RetryPolicy handles every exception; name those that are worth a retry");
        }
        boolean endless = passes("withMaxRetries", Opcodes.ICONST_M1) || passes("withMaxAttempts", Opcodes.ICONST_M1);
        if (endless && !has(FAILSAFE, "withMaxDuration")) {
            add(RetryRule.UNBOUNDED_RETRY, build, "-1 means without end, and there is no withMaxDuration");
        }
    }

    private void spring() {
        CallSite build = only(SPRING, "build");
        if (build == null
                || !has("org/springframework/core/retry/RetryPolicy", "builder")
                || has("org/springframework/core/retry/RetryPolicy", "getBackOff") // it is all that is wanted
                || passes("maxRetries", Opcodes.LCONST_0)) {
            return;
        }
        if (!has(SPRING, "jitter") && !has(SPRING, "backOff")) {
            add(RetryRule.NO_JITTER, build, "the delay is not randomized; add jitter");
        }
        boolean excludes = has(SPRING, "excludes") || has(SPRING, "predicate");
        if (!excludes && (!has(SPRING, "includes") || namesEverything(SPRING))) {
            add(
                    RetryRule.RETRIES_EVERYTHING,
                    build,
                    "RetryPolicy names no exceptions, so that all of them are retried");
        }
    }

    private void springRetry() {
        CallSite build = only(SPRING_RETRY, "build");
        if (build == null
                || !has("org/springframework/retry/support/RetryTemplate", "builder")
                || passes("maxAttempts", Opcodes.ICONST_1)) {
            return;
        }
        boolean exact = has(SPRING_RETRY, "fixedBackoff")
                || read.calls.stream()
                        .anyMatch(call -> call.owner().equals(SPRING_RETRY)
                                && call.name().equals("exponentialBackoff")
                                && (!call.descriptor().contains("Z)") || passes(call.name(), Opcodes.ICONST_0)));
        if (exact) {
            add(
                    RetryRule.NO_JITTER,
                    build,
                    "the backoff is not randomized; use uniformRandomBackoff, or exponentialBackoff with withRandom");
        }
        boolean judges = calls(SPRING_RETRY, name -> name.endsWith("etryOn") || name.equals("customPolicy"));
        if (!judges || (namesEverything(SPRING_RETRY) && !has(SPRING_RETRY, "notRetryOn"))) {
            add(
                    RetryRule.RETRIES_EVERYTHING,
                    build,
                    "RetryTemplate names no exceptions, so that all of them are retried");
        }
        if (has(SPRING_RETRY, "infiniteRetry")) {
            add(RetryRule.UNBOUNDED_RETRY, build, "infiniteRetry repeats until it succeeds");
        }
    }

    /** The only such call of the method; null if there is none, or if several could be confused. */
    private @Nullable CallSite only(String owner, String name) {
        List<CallSite> calls = read.calls.stream()
                .filter(call -> call.owner().equals(owner) && call.name().equals(name))
                .toList();
        return calls.size() == 1 ? calls.get(0) : null;
    }

    private boolean has(String owner, String name) {
        return calls(owner, name::equals);
    }

    private boolean calls(String owner, Predicate<String> name) {
        return read.calls.stream().anyMatch(call -> call.owner().equals(owner) && name.test(call.name()));
    }

    /** Whether an argument of the builder is the type of all exceptions; a breaker that is built here, too, may name it. */
    private boolean namesEverything(String owner) {
        for (CallSite call : read.calls) {
            if (call.owner().equals(owner)) {
                AbstractInsnNode at = method.instructions.get(call.order()).getPrevious();
                while (at != null && !(at instanceof MethodInsnNode)) {
                    if (at instanceof LdcInsnNode constant && EVERYTHING.contains(constant.cst)) {
                        return true;
                    }
                    at = at.getPrevious();
                }
            }
        }
        return false;
    }

    /** Whether the last argument of a call is this constant. */
    private boolean passes(String name, int constant) {
        return read.calls.stream()
                .filter(call -> call.name().equals(name))
                .anyMatch(call -> opcodeBefore(method.instructions.get(call.order())) == constant);
    }

    /** Labels and line numbers may stand between an argument and its call. */
    private static int opcodeBefore(AbstractInsnNode call) {
        AbstractInsnNode at = call.getPrevious();
        while (at != null && at.getOpcode() < 0) {
            at = at.getPrevious();
        }
        return at == null ? -1 : at.getOpcode();
    }

    private void add(RetryRule rule, CallSite build, String message) {
        found.add(new Built(rule, build.line(), message));
    }
}
