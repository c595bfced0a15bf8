package dev.oncemore.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.jspecify.annotations.NullMarked;

/** The rules that hold in every module, and the few places that are let off. A new module adds a line here at most. */
final class ArchitectureRules {

    static final String ROOT = "dev.oncemore";

    /** What must run anywhere: they know the JDK, and no library. */
    private static final String[] KERNELS = {
        ROOT,
        "dev.oncemore.internal..",
        "dev.oncemore.time..",
        "dev.oncemore.retry..",
        "dev.oncemore.once..",
        "dev.oncemore.task.."
    };

    /** Where the real clock, timer and dice are wrapped, so that everyone else gets them handed in. */
    private static final String ADAPTERS = "dev.oncemore.time..";

    /** The composition root, which hands them in, measurements, and tests of real servers, which are about real time. */
    private static final String[] LET_OFF_TIME = {
        "dev.oncemore.server",
        "dev.oncemore.bench..",
        "dev.oncemore.torture.nemesis..",
        "dev.oncemore.testkit.server..",
        "dev.oncemore.testkit.race.."
    };

    private static final String MEANINGLESS = ".*(Impl|Util|Utils|Manager|Helper)";

    static final ArchRule NO_PACKAGE_CYCLES =
            slices().assignedFrom(eachPackage()).should().beFreeOfCycles();

    static final ArchRule KERNELS_STAND_ALONE = classes()
            .that(resideInAnyPackage(KERNELS))
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(KERNELS).or(resideInAnyPackage("java..", "org.jspecify..")));

    static final ArchRule TIME_CHANCE_AND_IDS_ARE_HANDED_IN = noClasses()
            .that(not(resideInAPackage(ADAPTERS)).and(not(resideInAnyPackage(LET_OFF_TIME))))
            .should()
            .accessTargetWhere(HiddenInputs.reachedBy())
            .because("a test must be able to hand in time, chance and ids of its own");

    static final ArchRule PACKAGES_ARE_NULL_MARKED =
            classes().should(beInANullMarkedPackage()).because("null is allowed only where @Nullable says so");

    static final ArchRule NO_EMPTY_NAMES = noClasses()
            .should()
            .haveNameMatching(MEANINGLESS)
            .because("a name says what a class is, or what is different about it");

    private ArchitectureRules() {}

    /** Every package is a slice, the root too, which the usual pattern {@code dev.oncemore.(**)} would pass over. */
    private static SliceAssignment eachPackage() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                String name = javaClass.getPackageName();
                return name.equals(ROOT) || name.startsWith(ROOT + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of " + ROOT;
            }
        };
    }

    private static ArchCondition<JavaClass> beInANullMarkedPackage() {
        return new ArchCondition<>("be in a package whose package-info.java says @NullMarked") {
            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                boolean marked = javaClass.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(
                        javaClass,
                        marked,
                        "package %s of %s: %s"
                                .formatted(
                                        javaClass.getPackageName(),
                                        javaClass.getSimpleName(),
                                        marked ? "@NullMarked" : "no package-info.java with @NullMarked")));
            }
        };
    }
}
