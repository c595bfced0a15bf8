package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Loops with a handler that leads back to the start, but that wait, search or ask on instead of repeating a call. */
final class LoopsThatAreNoRetries {
    private final Bank bank;

    LoopsThatAreNoRetries(Bank bank) {
        this.bank = bank;
    }

    /** The work goes on meanwhile; only the wait is repeated. */
    Receipt waitsOn(Future<Receipt> receipt) throws ExecutionException, InterruptedException {
        while (true) {
            try {
                return receipt.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                Thread.onSpinWait();
            }
        }
    }

    Socket accepts(ServerSocket server) throws IOException {
        while (true) {
            try {
                return server.accept();
            } catch (SocketTimeoutException e) {
                Thread.onSpinWait();
            }
        }
    }

    int readsOn(InputStream in, byte[] buffer) throws IOException {
        while (true) {
            try {
                return in.read(buffer);
            } catch (SocketTimeoutException e) {
                Thread.onSpinWait();
            }
        }
    }

    ServerSocket nextPort(int first) {
        for (int port = first; port < first + 100; port++) {
            try {
                return new ServerSocket(port);
            } catch (Exception e) {
                Thread.onSpinWait();
            }
        }
        throw new IllegalStateException("no free port");
    }

    Receipt nextBank(Banks banks, Order order) {
        for (int i = 0; i < banks.size(); i++) {
            try {
                return banks.at(i).charge(order);
            } catch (Exception e) {
                Thread.onSpinWait();
            }
        }
        throw new IllegalStateException("no bank answers");
    }

    Receipt nextOfAnIterator(Cursor cursor, Order order) {
        while (cursor.more()) {
            try {
                return cursor.next().charge(order);
            } catch (Exception e) {
                Thread.onSpinWait();
            }
        }
        throw new IllegalStateException("no bank answers");
    }

    interface Banks {
        int size();

        Bank at(int index);
    }

    interface Cursor {
        boolean more();

        Bank next();
    }

    Path freeName(Path folder) throws IOException {
        while (true) {
            try {
                return Files.createFile(
                        folder.resolve(Long.toString(ThreadLocalRandom.current().nextLong())));
            } catch (FileAlreadyExistsException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** A virus scanner holds the file; nobody else is waiting for it. */
    void deletesAFile(Path file) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                Files.deleteIfExists(file);
                return;
            } catch (IOException e) {
                if (attempt == 3) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    /** The same by a method of others. */
    <T> T readsAFile(File file, Reading<T> reading) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return reading.read(file);
            } catch (IOException e) {
                if (attempt == 3) {
                    throw e;
                }
                Thread.sleep(1);
            }
        }
    }

    interface Reading<T> {
        T read(File file) throws IOException;
    }

    /** An interrupt is remembered, the work done to its end. */
    void uninterruptibly(Order order) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    bank.charge(order);
                    return;
                } catch (InterruptedIOException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A worker whose try block is cut into pieces by what comes finally; only the last piece leaves. */
    void worksUntilItIsEmpty(Cursor cursor, Order order) throws IOException {
        while (true) {
            try {
                if (cursor.more()) {
                    bank.charge(order);
                    continue;
                }
                bank.find(order.id());
                return;
            } catch (Exception e) {
                order.id();
            } finally {
                cursor.more();
            }
        }
    }

    /** What tests do until a condition holds. */
    void eventually(Runnable assertion) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (true) {
            try {
                assertion.run();
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                Thread.sleep(10);
            }
        }
    }

    /** The number is only for the log and the other side: the same call is repeated. */
    @Bad({RetryRule.RETRIES_EVERYTHING})
    Receipt passesTheAttempt(Numbered numbered, Order order) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return numbered.charge(order, attempt);
            } catch (Exception e) {
                if (attempt == 3) {
                    throw e;
                }
            }
        }
    }

    interface Numbered {
        Receipt charge(Order order, int attempt) throws IOException;
    }

    /** Goes on after a success. */
    void consumes(Cursor cursor, Order order) throws InterruptedException {
        for (; ; ) {
            try {
                cursor.next().charge(order);
                bank.find(order.id());
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
    }
}
