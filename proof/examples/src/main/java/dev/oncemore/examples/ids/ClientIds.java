package dev.oncemore.examples.ids;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Unique ids that a client makes by itself. Those of one client are ordered by time, to the millisecond. */
final class ClientIds {
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final long RANDOM_12_BITS = 0xFFF;
    private static final long RANDOM_62_BITS = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final InstantSource clock;
    private final RandomGenerator random;

    /** Takes a {@link java.security.SecureRandom}, unless ids may be guessed. */
    ClientIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    // snippet: make
    /** RFC 9562: 48 bits of time, then 74 random bits. */
    UUID uuidV7() {
        long high = clock.millis() << 16 | 7 << 12 | (random.nextLong() & RANDOM_12_BITS);
        long low = VARIANT | (random.nextLong() & RANDOM_62_BITS);
        return new UUID(high, low);
    }

    /** The same in 26 letters and digits, with 80 random bits: 50 bits of time, then 16 times 5 bits. */
    String ulid() {
        StringBuilder id = new StringBuilder(26);
        long millis = clock.millis();
        for (int shift = 45; shift >= 0; shift -= 5) {
            id.append(CROCKFORD.charAt((int) (millis >>> shift & 31)));
        }
        for (int i = 0; i < 16; i++) {
            id.append(CROCKFORD.charAt(random.nextInt(32)));
        }
        return id.toString();
    }
    // end
}
