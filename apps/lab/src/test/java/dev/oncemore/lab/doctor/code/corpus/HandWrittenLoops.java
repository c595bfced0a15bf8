package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.Log;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.code.corpus.Parts.RejectedException;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.IOException;
import java.net.ConnectException;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Retries written by hand, and loops that are none. */
final class HandWrittenLoops {
    private static final int ATTEMPTS = 3;
    private static final long BASE_MILLIS = 100;
    private static final long CAP_MILLIS = 5_000;

    private final Bank bank;
    private final Log log;
    private volatile boolean running = true;

    HandWrittenLoops(Bank bank, Log log) {
        this.bank = bank;
        this.log = log;
    }

    @Bad({RetryRule.RETRIES_EVERYTHING, RetryRule.SLEEP_WITHOUT_JITTER})
    Receipt catchesEverythingAndSleepsASecond(Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                log.warn("charge failed", e);
                Thread.sleep(1000);
            }
        }
    }

    @Bad({RetryRule.RETRIES_EVERYTHING})
    Receipt catchesThrowableAtOnce(Supplier<Receipt> work) {
        Throwable last = null;
        for (int i = 0; i < 5; i++) {
            try {
                return work.get();
            } catch (Throwable e) {
                last = e;
            }
        }
        throw new IllegalStateException(last);
    }

    @Bad({RetryRule.UNBOUNDED_RETRY, RetryRule.SLEEP_WITHOUT_JITTER})
    Receipt untilItWorks(Order order) throws InterruptedException {
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                TimeUnit.SECONDS.sleep(2);
            }
        }
    }

    /** It can be stopped, so that it may be meant to go on; its delay overflows in the end. */
    @Bad({RetryRule.SLEEP_WITHOUT_JITTER, RetryRule.SLEEP_WITHOUT_CAP})
    Receipt doublesForEver(Order order) throws InterruptedException {
        long delay = BASE_MILLIS;
        while (running) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                Thread.sleep(delay);
                delay *= 2;
            }
        }
        throw new IllegalStateException("stopped");
    }

    @Bad({RetryRule.UNBOUNDED_RETRY, RetryRule.SLEEP_WITHOUT_CAP})
    Receipt growsAtRandomWithoutACap(Order order) throws InterruptedException {
        int attempt = 0;
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                attempt++;
                Thread.sleep((long) (ThreadLocalRandom.current().nextDouble() * (BASE_MILLIS << attempt)));
            }
        }
    }

    @Bad({RetryRule.SLEEP_WITHOUT_JITTER})
    Receipt growsInStep(Order order) throws IOException, InterruptedException {
        IOException last = new IOException();
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                last = e;
                Thread.sleep(Math.min(CAP_MILLIS, BASE_MILLIS << i));
            }
        }
        throw last;
    }

    @Bad({RetryRule.RETRIES_EVERYTHING, RetryRule.SLEEP_WITHOUT_JITTER})
    boolean withAFlag(Order order) {
        boolean done = false;
        int tries = 0;
        while (!done && tries < ATTEMPTS) {
            try {
                bank.charge(order);
                done = true;
            } catch (Exception e) {
                tries++;
                pause(500);
            }
        }
        return done;
    }

    @Bad({RetryRule.RETRIES_EVERYTHING, RetryRule.UNBOUNDED_RETRY, RetryRule.SLEEP_WITHOUT_JITTER})
    <T> T helperOfEverybody(Callable<T> work) {
        for (; ; ) {
            try {
                return work.call();
            } catch (Exception e) {
                pause(BASE_MILLIS);
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Receipt fullJitterWithACap(Order order) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (ConnectException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                long most = Math.min(CAP_MILLIS, BASE_MILLIS << attempt);
                Thread.sleep(ThreadLocalRandom.current().nextLong(most));
            }
        }
    }

    Receipt jitterOfAMethod(Order order) throws IOException, InterruptedException {
        int attempt = 0;
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (++attempt >= ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(jittered(attempt));
            }
        }
    }

    private static long jittered(int attempt) {
        long most = Math.min(CAP_MILLIS, BASE_MILLIS << attempt);
        return (long) (Math.random() * most);
    }

    Receipt delayOfAnother(Order order, Backoffs backoffs) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(backoffs.next(attempt).toMillis());
            }
        }
    }

    interface Backoffs {
        Duration next(int attempt);

        boolean mayRetry(Throwable failure);
    }

    Receipt asksFirst(Order order, Backoffs backoffs) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                if (attempt == ATTEMPTS || !backoffs.mayRetry(e)) {
                    throw e;
                }
                Thread.sleep(backoffs.next(attempt).toMillis());
            }
        }
    }

    Receipt letsRefusalsThrough(Order order, Backoffs backoffs) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (RejectedException e) {
                throw e;
            } catch (Exception e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(backoffs.next(attempt).toMillis());
            }
        }
    }

    Receipt looksAtTheType(Order order, Backoffs backoffs) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return bank.charge(order);
            } catch (Exception e) {
                if (!(e instanceof IOException) || attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(backoffs.next(attempt).toMillis());
            }
        }
    }

    Receipt untilADeadline(Order order, Backoffs backoffs) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (true) {
            try {
                return bank.charge(order);
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                Thread.sleep(backoffs.next(1).toMillis());
            }
        }
    }

    /** A worker goes on after a success: this is no retry. */
    void worker(BlockingQueue<Order> queue) throws InterruptedException {
        while (running) {
            Order order = queue.take();
            try {
                bank.charge(order);
            } catch (Exception e) {
                log.warn("order failed", e);
            }
        }
    }

    /** A poller goes on after a success, too. */
    void poller(Order order) throws InterruptedException {
        while (running) {
            try {
                bank.find(order.id());
            } catch (Exception e) {
                log.warn("poll failed", e);
            }
            Thread.sleep(1000);
        }
    }

    /** The next alternative is no second attempt. */
    Date firstFormatThatFits(List<SimpleDateFormat> formats, String text) {
        for (SimpleDateFormat format : formats) {
            try {
                return format.parse(text);
            } catch (ParseException e) {
                log.warn("not this one", e);
            }
        }
        throw new IllegalArgumentException(text);
    }

    Receipt firstBankThatAnswers(Bank[] banks, Order order) {
        for (Bank each : banks) {
            try {
                return each.charge(order);
            } catch (Exception e) {
                log.warn("next bank", e);
            }
        }
        throw new IllegalStateException();
    }

    /** An interrupt is remembered, the wait repeated. */
    Order uninterruptibly(BlockingQueue<Order> queue) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return queue.take();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    int untilItIsANumber(Supplier<String> lines) {
        while (true) {
            try {
                return Integer.parseInt(lines.get());
            } catch (NumberFormatException e) {
                log.warn("not a number", e);
            }
        }
    }

    /** Each is tried once. */
    void sendAll(List<Order> orders) {
        for (Order order : orders) {
            try {
                bank.charge(order);
            } catch (Exception e) {
                log.warn("skipped", e);
            }
        }
    }

    void waitUntil(Supplier<Boolean> ready) throws InterruptedException {
        while (!ready.get()) {
            Thread.sleep(50);
        }
    }
}
