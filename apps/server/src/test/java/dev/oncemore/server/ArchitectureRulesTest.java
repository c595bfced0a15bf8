package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.FailureReport;
import dev.oncemore.desk.planted.PageMaker;
import dev.oncemore.retry.planted.HiddenClock;
import dev.oncemore.retry.planted.LibraryUser;
import dev.oncemore.retry.planted.PlantedHelper;
import dev.oncemore.retry.planted.cycle.There;
import dev.oncemore.retry.planted.unmarked.Unmarked;
import org.assertj.core.api.AbstractListAssert;
import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule is shown a planted violation, so that none of them passes because it sees nothing. */
class ArchitectureRulesTest {

    private static final JavaClasses PLANTED =
            new ClassFileImporter().importPackages("dev.oncemore.retry.planted", "dev.oncemore.desk.planted");

    private static AbstractListAssert<?, ?, String, ObjectAssert<String>> assertThatViolationsOf(ArchRule rule) {
        FailureReport report = rule.evaluate(PLANTED).getFailureReport();
        return assertThat(report.getDetails());
    }

    @Test
    void aCycleOfPackagesIsFound() {
        assertThatViolationsOf(ArchitectureRules.NO_PACKAGE_CYCLES)
                .singleElement()
                .asString()
                .contains("Cycle detected", There.class.getPackageName());
    }

    @Test
    void aKernelThatUsesALibraryIsFound() {
        assertThatViolationsOf(ArchitectureRules.KERNELS_STAND_ALONE)
                .isNotEmpty()
                .allSatisfy(violation -> assertThat(violation).contains(LibraryUser.class.getName(), "picocli"));
    }

    @Test
    void anAppThatUsesTheServerIsFound() {
        assertThatViolationsOf(ArchitectureRules.MODULES_DEPEND_ON_THOSE_BEFORE_THEM)
                .isNotEmpty()
                .allSatisfy(violation ->
                        assertThat(violation).contains("dev.oncemore.desk.planted.LibraryUser", "server.web.Refusal"));
    }

    @Test
    void anAppThatAnswersHttpIsFound() {
        assertThatViolationsOf(ArchitectureRules.ONLY_SERVER_AND_SANDBOX_KNOW_THE_WEB_SERVER)
                .isNotEmpty()
                .allSatisfy(violation -> assertThat(violation).contains(PageMaker.class.getName(), "io.javalin"));
    }

    @Test
    void aPublicNameThatExistsTwiceIsFound() {
        assertThatViolationsOf(ArchitectureRules.PUBLIC_NAMES_ARE_UNIQUE)
                .hasSize(2)
                .allSatisfy(violation -> assertThat(violation)
                        .contains(LibraryUser.class.getName(), "dev.oncemore.desk.planted.LibraryUser"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.System.currentTimeMillis()",
                "java.lang.System.nanoTime()",
                "java.time.Instant.now()",
                "java.time.LocalDate.now(java.time.ZoneId)",
                "java.time.Clock.systemUTC()",
                "java.lang.Thread.sleep(long)",
                "java.util.concurrent.locks.LockSupport.parkNanos(long)",
                "java.lang.Math.random()",
                "java.util.concurrent.ThreadLocalRandom.current()",
                "java.util.Random.<init>()",
                "java.util.UUID.randomUUID()"
            })
    void aHiddenInputIsFound(String method) {
        assertThatViolationsOf(ArchitectureRules.TIME_CHANCE_AND_IDS_ARE_HANDED_IN)
                .anySatisfy(
                        violation -> assertThat(violation).contains(HiddenClock.class.getName(), "<" + method + ">"));
    }

    @Test
    void aClockOrASeedThatIsHandedInIsAllowed() {
        assertThatViolationsOf(ArchitectureRules.TIME_CHANCE_AND_IDS_ARE_HANDED_IN)
                .noneSatisfy(violation -> assertThat(violation).contains("now(java.time.Clock)"))
                .noneSatisfy(violation -> assertThat(violation).contains("Random.<init>(long)"));
    }

    @Test
    void aPackageWithoutNullMarkedIsFound() {
        assertThatViolationsOf(ArchitectureRules.PACKAGES_ARE_NULL_MARKED)
                .singleElement()
                .asString()
                .contains(Unmarked.class.getPackageName());
    }

    @Test
    void aNameThatSaysNothingIsFound() {
        assertThatViolationsOf(ArchitectureRules.NO_EMPTY_NAMES)
                .singleElement()
                .asString()
                .contains(PlantedHelper.class.getName());
    }
}
