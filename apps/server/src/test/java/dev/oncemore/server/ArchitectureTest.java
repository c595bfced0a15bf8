package dev.oncemore.server;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/**
 * The design, as far as byte code shows it, held by every class of every module that the server depends on. The rules
 * themselves, and what they allow, are in {@link ArchitectureRules}.
 */
class ArchitectureTest {

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages(ArchitectureRules.ROOT);

    @Test
    void packagesFormNoCycles() {
        ArchitectureRules.NO_PACKAGE_CYCLES.check(PRODUCT);
    }

    @Test
    void kernelsDependOnTheJdkAndEachOtherOnly() {
        ArchitectureRules.KERNELS_STAND_ALONE.check(PRODUCT);
    }

    @Test
    void modulesDependOnThoseBeforeThem() {
        ArchitectureRules.MODULES_DEPEND_ON_THOSE_BEFORE_THEM.check(PRODUCT);
    }

    @Test
    void onlyServerAndSandboxKnowTheWebServer() {
        ArchitectureRules.ONLY_SERVER_AND_SANDBOX_KNOW_THE_WEB_SERVER.check(PRODUCT);
    }

    @Test
    void publicNamesAreUnique() {
        ArchitectureRules.PUBLIC_NAMES_ARE_UNIQUE.check(PRODUCT);
    }

    @Test
    void timeChanceAndIdsAreHandedIn() {
        ArchitectureRules.TIME_CHANCE_AND_IDS_ARE_HANDED_IN.check(PRODUCT);
    }

    @Test
    void everyPackageIsNullMarked() {
        ArchitectureRules.PACKAGES_ARE_NULL_MARKED.check(PRODUCT);
    }

    @Test
    void namesSayWhatAClassIs() {
        ArchitectureRules.NO_EMPTY_NAMES.check(PRODUCT);
    }
}
