package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.Log;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Retries that look at the failure, that can be stopped, or whose delay is made elsewhere; each next to a careless one. */
final class CarefulLoops {
    private static final int ATTEMPTS = 3;
    private static final Duration CAP = Duration.ofSeconds(5);

    private final Bank bank;
    private final Log log;
    private final Predicate<Throwable> retryable;
    private final Set<Class<?>> transients;
    private final long exactMillis = 200;
    private long nextMillis;
    private volatile boolean closed;

    CarefulLoops(Bank bank, Log log, Predicate<Throwable> retryable, Set<Class<?>> transients) {
        this.bank = bank;
        this.log = log;
        this.retryable = retryable;
        this.transients = transients;
    }

    Receipt asksAPredicate(Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                if (attempt == ATTEMPTS || !retryable.test(e)) {
                    throw e;
                }
                pauseAtRandom();
            }
        }
    }

    Receipt readsTheMessage(Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                if (attempt == ATTEMPTS || !String.valueOf(e.getMessage()).contains("deadlock")) {
                    throw e;
                }
                pauseAtRandom();
            }
        }
    }

    Receipt looksUpTheType(Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                if (attempt == ATTEMPTS || !transients.contains(e.getClass())) {
                    throw e;
                }
                pauseAtRandom();
            }
        }
    }

    Receipt comparesTheType(Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                if (attempt == ATTEMPTS || e.getClass() != IOException.class) {
                    throw e;
                }
                pauseAtRandom();
            }
        }
    }

    Receipt throwsWhatIsFatal(Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                throwIfFatal(e, attempt);
                pauseAtRandom();
            }
        }
    }

    private static void throwIfFatal(Exception failure, int attempt) throws Exception {
        if (attempt == ATTEMPTS || failure instanceof IllegalArgumentException) {
            throw failure;
        }
    }

    @Bad({RetryRule.RETRIES_EVERYTHING})
    Receipt onlyReports(Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                report(e);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                pauseAtRandom();
            }
        }
    }

    private void report(Exception failure) {
        log.warn(failure.getMessage(), failure);
    }

    /** A connection in the background is needed until the application ends. */
    @Nullable
    Receipt reconnectsUntilClosed(Order order) throws InterruptedException {
        while (!closed) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                pauseAtRandom();
            }
        }
        return null;
    }

    Receipt untilInterrupted(Order order) throws InterruptedException {
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                Thread.onSpinWait();
            }
        }
    }

    Receipt countsAtomically(Order order, AtomicInteger left) throws IOException, InterruptedException {
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (left.decrementAndGet() < 0) {
                    throw e;
                }
                pauseAtRandom();
            }
        }
    }

    Receipt untilThereAreNoMoreDelays(Order order, Iterator<Duration> delays) throws IOException, InterruptedException {
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (!delays.hasNext()) {
                    throw e;
                }
                Thread.sleep(delays.next().toMillis());
            }
        }
    }

    Receipt anotherMethodThrows(Order order) throws Exception {
        int attempt = 0;
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                throwIfFatal(e, attempt++);
            }
        }
    }

    @Bad({RetryRule.UNBOUNDED_RETRY})
    Receipt nothingEndsIt(Order order) throws InterruptedException {
        do {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (log.isDebug()) {
                    log.warn("again", e);
                }
                pauseAtRandom();
            }
        } while (true);
    }

    @Bad({RetryRule.UNBOUNDED_RETRY})
    void aFlagOfSuccessEndsIt(Order order) throws InterruptedException {
        boolean done = false;
        do {
            try {
                bank.charge(order);
                done = true;
            } catch (IOException e) {
                pauseAtRandom();
            }
        } while (!done);
    }

    @Bad({RetryRule.UNBOUNDED_RETRY, RetryRule.SLEEP_WITHOUT_JITTER})
    Receipt untilThereIsAResult(Order order) throws InterruptedException {
        Receipt receipt = null;
        while (receipt == null) {
            try {
                receipt = bank.charge(order);
            } catch (IOException e) {
                Thread.sleep(1000);
            }
        }
        return receipt;
    }

    private static void pauseAtRandom() throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextLong(200));
    }

    Receipt randomFieldOfAnotherMethod(Order order) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                choose(attempt);
                Thread.sleep(nextMillis);
            }
        }
    }

    private void choose(int attempt) {
        nextMillis = ThreadLocalRandom.current().nextLong(100L << attempt);
    }

    @Bad({RetryRule.SLEEP_WITHOUT_JITTER})
    Receipt exactField(Order order) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(exactMillis);
            }
        }
    }

    /** A unit is converted; nothing grows. */
    @Bad({RetryRule.SLEEP_WITHOUT_JITTER})
    @Nullable
    Receipt convertsSeconds(Order order, int seconds) throws InterruptedException {
        while (!closed) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                long millis = seconds * 1000L;
                Thread.sleep(millis);
            }
        }
        return null;
    }

    /** The same by a method of the class. */
    @Bad({RetryRule.SLEEP_WITHOUT_JITTER})
    @Nullable
    Receipt pausesForSeconds(Order order) {
        while (!closed) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                pauseSeconds(5);
            }
        }
        return null;
    }

    private static void pauseSeconds(long seconds) {
        try {
            Thread.sleep(seconds * 1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Bad({RetryRule.SLEEP_WITHOUT_JITTER})
    @Nullable
    Receipt growsToACap(Order order) throws InterruptedException {
        Duration delay = Duration.ofMillis(100);
        while (!closed) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                TimeUnit.NANOSECONDS.sleep(delay.toNanos());
                delay = delay.multipliedBy(2);
                if (delay.compareTo(CAP) > 0) {
                    delay = CAP;
                }
            }
        }
        return null;
    }

    @Bad({RetryRule.SLEEP_WITHOUT_JITTER, RetryRule.SLEEP_WITHOUT_CAP})
    @Nullable
    Receipt growsWithoutACap(Order order) throws InterruptedException {
        Duration delay = Duration.ofMillis(100);
        while (!closed) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                TimeUnit.NANOSECONDS.sleep(delay.toNanos());
                delay = delay.multipliedBy(2);
            }
        }
        return null;
    }

    @Bad({RetryRule.RETRIES_EVERYTHING, RetryRule.SLEEP_WITHOUT_JITTER})
    Receipt withResources(Connections connections, Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = connections.open()) {
                return connection.charge(order);
            } catch (Exception e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } finally {
                log.warn("attempt ended", new IOException());
            }
            Thread.sleep(100);
        }
    }

    interface Connections {
        Connection open() throws IOException;
    }

    interface Connection extends Closeable {
        Receipt charge(Order order) throws IOException;
    }
}
