package dev.oncemore.server;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** The JDK's methods and constructors through which time, waiting, chance or an id sneaks in without being handed in. */
final class HiddenInputs {

    private static final String NEW = JavaConstructor.CONSTRUCTOR_NAME;

    private static final Map<Class<?>, Set<String>> BY_OWNER = Map.ofEntries(
            Map.entry(System.class, Set.of("currentTimeMillis", "nanoTime")),
            Map.entry(
                    Clock.class,
                    Set.of("system", "systemUTC", "systemDefaultZone", "tickMillis", "tickSeconds", "tickMinutes")),
            Map.entry(InstantSource.class, Set.of("system")),
            Map.entry(Thread.class, Set.of("sleep")),
            Map.entry(TimeUnit.class, Set.of("sleep")),
            Map.entry(LockSupport.class, Set.of("parkNanos", "parkUntil")),
            Map.entry(Math.class, Set.of("random")),
            Map.entry(StrictMath.class, Set.of("random")),
            Map.entry(SecureRandom.class, Set.of(NEW, "getInstance", "getInstanceStrong")),
            Map.entry(ThreadLocalRandom.class, Set.of("current")),
            Map.entry(RandomGenerator.class, Set.of("getDefault", "of")),
            Map.entry(UUID.class, Set.of("randomUUID")));

    /** Harmless with an argument: a seed or an instant that was handed in. */
    private static final Set<Class<?>> WITHOUT_ARGUMENTS = Set.of(Date.class, Random.class, SplittableRandom.class);

    private HiddenInputs() {}

    /** Whether a call or a method reference goes to one of them. */
    static DescribedPredicate<JavaAccess<?>> reachedBy() {
        return DescribedPredicate.describe(
                "is a clock, a pause, a source of chance or of ids",
                access -> access.getTarget() instanceof CodeUnitAccessTarget target
                        && (isListed(target) || isNewWithoutArguments(target) || isNowWithoutAClock(target)));
    }

    private static boolean isListed(CodeUnitAccessTarget target) {
        return BY_OWNER.entrySet().stream()
                .anyMatch(entry -> target.getOwner().isEquivalentTo(entry.getKey())
                        && entry.getValue().contains(target.getName()));
    }

    private static boolean isNewWithoutArguments(CodeUnitAccessTarget target) {
        return target.getName().equals(NEW)
                && target.getRawParameterTypes().isEmpty()
                && WITHOUT_ARGUMENTS.stream().anyMatch(target.getOwner()::isEquivalentTo);
    }

    /** {@code Instant.now()} and its kin; {@code Instant.now(clock)} uses a clock that was handed in. */
    private static boolean isNowWithoutAClock(CodeUnitAccessTarget target) {
        return target.getName().equals("now")
                && target.getOwner().getPackageName().startsWith("java.time")
                && target.getRawParameterTypes().stream().noneMatch(HiddenInputs::isClock);
    }

    private static boolean isClock(JavaClass type) {
        return type.isEquivalentTo(Clock.class);
    }
}
