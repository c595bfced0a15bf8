package dev.oncemore.torture.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The result of a kit's tests, which run until the first one fails.
 *
 * @param passed how many tests passed before
 * @param failed the test that failed, if one did
 * @param failure its exception
 */
record KitRun(int passed, @Nullable String failed, @Nullable Throwable failure) {
    /** Longer than any test takes on a busy machine; a mutant may make a test wait for ever. */
    private static final String TIMEOUT = "60 s";

    static KitRun of(Kit kit, ClassLoader loader) throws ClassNotFoundException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?> type = loader.loadClass(kit.type().getName());
            FirstFailure first = new FirstFailure();
            LauncherFactory.create()
                    .execute(LauncherExecutionRequestBuilder.request(request(kit, type))
                            .cancellationToken(first.enough)
                            .listeners(first)
                            .build());
            return first.result(kit);
        } catch (JUnitException e) {
            // The test of that name no longer exists.
            return new KitRun(0, kit.toString(), e);
        } finally {
            thread.setContextClassLoader(before);
            // A mutant that leaves an interrupt set must not stop the ones after it.
            Thread.interrupted();
        }
    }

    /** Whether the class could not be loaded, which any net would catch. */
    boolean isBrokenCode() {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof LinkageError) {
                return true;
            }
        }
        return false;
    }

    /** The seed of the history, if a test runs many. */
    String seed() {
        String message = failure == null ? null : failure.getMessage();
        return message != null && message.startsWith("seed ")
                ? " (" + message.lines().findFirst().orElse("") + ")"
                : "";
    }

    private static LauncherDiscoveryRequest request(Kit kit, Class<?> type) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        if (kit.tests().isEmpty()) {
            selectors.add(DiscoverySelectors.selectClass(type));
        }
        kit.tests().forEach(test -> selectors.add(DiscoverySelectors.selectMethod(type, test)));
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameter("junit.jupiter.execution.timeout.default", TIMEOUT)
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .build();
    }

    private static final class FirstFailure implements TestExecutionListener {
        final CancellationToken enough = CancellationToken.create();
        private final AtomicInteger passed = new AtomicInteger();
        private @Nullable String failed;
        private @Nullable Throwable failure;

        @Override
        public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == Status.FAILED && failed == null) {
                failed = test.getSource()
                        .filter(MethodSource.class::isInstance)
                        .map(source -> ((MethodSource) source).getMethodName())
                        .orElse(test.getDisplayName());
                failure = result.getThrowable().orElse(null);
                enough.cancel();
            } else if (result.getStatus() == Status.SUCCESSFUL && test.isTest()) {
                passed.incrementAndGet();
            }
        }

        /** Requires that tests ran, because a kit whose tests were renamed would pass with any mutant. */
        synchronized KitRun result(Kit kit) {
            if (failed == null && passed.get() < Math.max(1, kit.tests().size())) {
                return new KitRun(
                        passed.get(),
                        kit.toString(),
                        new IllegalStateException("only " + passed + " of its tests ran"));
            }
            return new KitRun(passed.get(), failed, failure);
        }
    }
}
