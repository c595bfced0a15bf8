package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.OncemoreException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MissingArtifactTest {

    @Test
    void aMissingServerSaysWhatToAdd() {
        assertThatExceptionOfType(OncemoreException.class)
                .isThrownBy(() -> ArtifactJar.require("nowhere.txz", "org.example:server-binaries"))
                .withMessageStartingWith("org.example:server-binaries is not on the class path:"
                        + " add it as a dependency of test scope.");
    }

    @Test
    void aMissingDriverSaysWhatToAdd() {
        assertThatExceptionOfType(OncemoreException.class)
                .isThrownBy(() -> ArtifactJar.requireClass("org.example.Driver", "org.example:driver"))
                .withMessageStartingWith("org.example:driver is not on the class path");
    }

    @Test
    void aSharedServerThatDoesNotStartIsTriedOnce_andEveryTestIsTold() {
        AtomicInteger starts = new AtomicInteger();
        Shared<String> shared = new Shared<>(() -> {
            starts.incrementAndGet();
            throw new OncemoreException("no such server");
        });

        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(OncemoreException.class)
                    .isThrownBy(shared::get)
                    .withMessage("no such server");
        }
        assertThat(starts).hasValue(1);
    }

    @Test
    void platformsAreKnownByTheNamesJvmsGiveThem() {
        assertThat(Platform.of("Linux", "amd64")).isEqualTo(Platform.LINUX_X86_64);
        assertThat(Platform.of("Linux", "aarch64")).isEqualTo(Platform.LINUX_ARM64);
        assertThat(Platform.of("Mac OS X", "x86_64")).isEqualTo(Platform.MACOS_X86_64);
        assertThat(Platform.of("Mac OS X", "aarch64")).isEqualTo(Platform.MACOS_ARM64);
        assertThatExceptionOfType(OncemoreException.class)
                .isThrownBy(() -> Platform.of("Windows 11", "amd64"))
                .withMessageContaining("no server binaries for Windows 11 on amd64");
    }
}
