package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RandomJsonTest {
    private static final byte[] ALPHABET = "{}[]:,\"\\/ \n0123456789.-+eEtruefalsn\u00e9abdu".getBytes(UTF_8);

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final RandomJson documents = new RandomJson(random);
    private final Fingerprinter fingerprinter = Fingerprinter.plain();

    @Test
    void allSpellingsOfADocumentAreTheSame_andAChangedLeafIsNot() {
        for (int i = 0; i < 3_000; i++) {
            Object document = documents.document();
            String one = documents.spelled(document);
            String other = documents.spelled(document);
            String changed = documents.spelled(documents.withOneLeafChanged(document));

            Fingerprint fingerprint = fingerprinter.ofJson("POST", "/x", one);
            assertThat(fingerprinter.ofJson("POST", "/x", other))
                    .as("seed %s, round %s: %s and %s", seed, i, one, other)
                    .isEqualTo(fingerprint);
            assertThat(fingerprinter.ofJson("POST", "/x", changed))
                    .as("seed %s, round %s: %s and %s", seed, i, one, changed)
                    .isNotEqualTo(fingerprint);
        }
    }

    @Test
    void theCanonicalSpellingIsItsOwn() {
        for (int i = 0; i < 1_000; i++) {
            String canonical = CanonicalJsonTest.canonical(documents.spelled(documents.document()));

            assertThat(CanonicalJsonTest.canonical(canonical))
                    .as("seed %s, round %s", seed, i)
                    .isEqualTo(canonical);
        }
    }

    @Test
    void anyBytesAreTakenOrRefused_andNothingElseHappens() {
        for (int i = 0; i < 30_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            takeOrRefuse(bytes);
        }
    }

    @Test
    void anyJsonLikeBytesAreTakenOrRefused_andNothingElseHappens() {
        for (int i = 0; i < 60_000; i++) {
            byte[] bytes = new byte[random.nextInt(24)];
            for (int b = 0; b < bytes.length; b++) {
                bytes[b] = ALPHABET[random.nextInt(ALPHABET.length)];
            }
            takeOrRefuse(bytes);
        }
    }

    @Test
    void damagedDocumentsAreTakenOrRefused_andNothingElseHappens() {
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = documents.spelled(documents.document()).getBytes(UTF_8);
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                bytes = damaged(bytes);
            }
            takeOrRefuse(bytes);
        }
    }

    private byte[] damaged(byte[] bytes) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(4)) {
            case 0 -> bytes[at] = (byte) random.nextInt(256);
            case 1 -> bytes[at] = ALPHABET[random.nextInt(ALPHABET.length)];
            case 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            default -> {
                return Arrays.copyOf(bytes, at + 1);
            }
        }
        return bytes;
    }

    /** What is taken has a canonical spelling, which is taken too. */
    private void takeOrRefuse(byte[] bytes) {
        String canonical = tryCanonical(bytes);
        if (canonical != null) {
            assertThat(CanonicalJsonTest.canonical(canonical))
                    .as("seed %s: %s", seed, new String(bytes, UTF_8))
                    .isEqualTo(canonical);
        }
    }

    private @Nullable String tryCanonical(byte[] bytes) {
        try {
            CanonicalJson json = CanonicalJson.of(bytes, 1 << 20);
            return new String(json.bytes(), 0, json.length(), UTF_8);
        } catch (MalformedJsonException refused) {
            assertThat(refused.offset()).as("seed %s", seed).isBetween(0, bytes.length);
            return null;
        } catch (RuntimeException unexpected) {
            return fail("seed %s: %s".formatted(seed, new String(bytes, UTF_8)), unexpected);
        }
    }
}
