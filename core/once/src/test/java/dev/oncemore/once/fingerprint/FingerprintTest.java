package dev.oncemore.once.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class FingerprintTest {
    private final byte[] bytes = new byte[Fingerprint.SIZE_BYTES];

    FingerprintTest() {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (0xa0 + i);
        }
    }

    @Test
    void equalsWhatHasTheSameBytes_andNothingElse() {
        Fingerprint fingerprint = Fingerprint.ofBytes(bytes);

        assertThat(Fingerprint.ofBytes(bytes)).isEqualTo(fingerprint).hasSameHashCodeAs(fingerprint);
        assertThat(fingerprint).isNotEqualTo(null).isNotEqualTo("a0a1a2a3a4a5");
        for (int i = 0; i < bytes.length; i++) {
            byte[] other = bytes.clone();
            other[i] ^= 1;
            assertThat(Fingerprint.ofBytes(other)).as("byte %s", i).isNotEqualTo(fingerprint);
        }
    }

    @Test
    void doesNotChange_whenItsArraysAreWrittenTo() {
        Fingerprint fingerprint = Fingerprint.ofBytes(bytes);
        byte[] expected = bytes.clone();

        bytes[0] = 0;
        fingerprint.bytes()[1] = 0;

        assertThat(fingerprint.bytes()).isEqualTo(expected);
    }

    @Test
    void showsItsFirstDigitsOnly() {
        assertThat(Fingerprint.ofBytes(bytes)).hasToString("a0a1a2a3a4a5");
    }

    @Test
    void refusesAnyOtherSize_andNamesIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprint.ofBytes(new byte[20]))
                .withMessage("a fingerprint has 32 bytes, but these are 20");
    }
}
