package dev.oncemore.retry.planted;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** A kernel class that helps itself to time, chance and ids. */
public final class HiddenClock {

    private HiddenClock() {}

    static void help(Clock handedIn) throws InterruptedException {
        use(System.currentTimeMillis());
        use((LongSupplier) System::nanoTime);
        use(Instant.now());
        use(Instant.now(handedIn));
        use(LocalDate.now(ZoneId.of("Asia/Tokyo")));
        use(Clock.systemUTC());
        use((DoubleSupplier) Math::random);
        use(ThreadLocalRandom.current());
        use(new Random());
        use(new Random(handedIn.millis()));
        use(UUID.randomUUID());
        Thread.sleep(0);
        LockSupport.parkNanos(1);
    }

    private static void use(Object input) {
        List.of(input);
    }
}
