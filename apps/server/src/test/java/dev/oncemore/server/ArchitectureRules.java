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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** The modules from the lowest floor up, by the packages of each; a module depends on those before it. */
    private static final List<List<String>> MODULES = List.of(
            List.of("dev.oncemore", "dev.oncemore.time"),
            List.of("dev.oncemore.retry"),
            List.of("dev.oncemore.once"),
            List.of("dev.oncemore.task"),
            List.of("dev.oncemore.jdbc"),
            List.of("dev.oncemore.redis"),
            List.of("dev.oncemore.json"),
            List.of("dev.oncemore.jackson"),
            List.of("dev.oncemore.jackson2"),
            List.of("dev.oncemore.http"),
            List.of("dev.oncemore.observe"),
            List.of("dev.oncemore.kotlin"),
            List.of("dev.oncemore.spring"),
            List.of("dev.oncemore.operations"),
            List.of("dev.oncemore.spreadsheet"),
            List.of("dev.oncemore.connector", "dev.oncemore.config"),
            List.of("dev.oncemore.desk"),
            List.of("dev.oncemore.sandbox"),
            List.of("dev.oncemore.lab"),
            List.of("dev.oncemore.server"));

    static final ArchRule MODULES_DEPEND_ON_THOSE_BEFORE_THEM =
            classes().should(dependOnModulesBeforeTheirs()).because("the folder tree is the architecture");

    static final ArchRule ONLY_SERVER_AND_SANDBOX_KNOW_THE_WEB_SERVER = noClasses()
            .that(not(resideInAnyPackage("dev.oncemore.server..", "dev.oncemore.sandbox..")))
            .should()
            .dependOnClassesThat(resideInAPackage("io.javalin.."))
            .because("the apps work without HTTP; the server maps their rejections to statuses");

    static final ArchRule PUBLIC_NAMES_ARE_UNIQUE = classes()
            .that()
            .arePublic()
            .and()
            .areTopLevelClasses()
            .and(not(resideInAPackage("gg.jte..")))
            .should(haveASimpleNameOfTheirOwn())
            .because("a reader who knows the name finds one class");

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

    private static ArchCondition<JavaClass> dependOnModulesBeforeTheirs() {
        return new ArchCondition<>("depend on modules before their own only") {
            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                int own = moduleOf(javaClass);
                if (own < 0) {
                    return;
                }
                javaClass.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> moduleOf(dependency.getTargetClass()) > own)
                        .forEach(dependency ->
                                events.add(SimpleConditionEvent.violated(javaClass, dependency.getDescription())));
            }
        };
    }

    /** The place of a class's module in the list; -1 for those of the proof floor and of others. */
    private static int moduleOf(JavaClass javaClass) {
        String name = javaClass.getPackageName();
        for (int i = 0; i < MODULES.size(); i++) {
            if (MODULES.get(i).stream().anyMatch(root -> name.equals(root) || isBelow(name, root))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isBelow(String name, String root) {
        return !root.equals(ROOT) && name.startsWith(root + ".");
    }

    private static ArchCondition<JavaClass> haveASimpleNameOfTheirOwn() {
        return new ArchCondition<>("have a simple name that no other public class has") {
            private final Map<String, List<String>> names = new HashMap<>();

            @Override
            public void init(Collection<JavaClass> all) {
                all.forEach(one -> names.computeIfAbsent(one.getSimpleName(), none -> new ArrayList<>())
                        .add(one.getName()));
            }

            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                List<String> same = names.getOrDefault(javaClass.getSimpleName(), List.of());
                events.add(new SimpleConditionEvent(javaClass, same.size() == 1, "one name for " + same));
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
