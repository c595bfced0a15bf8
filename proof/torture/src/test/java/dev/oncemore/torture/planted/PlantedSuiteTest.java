package dev.oncemore.torture.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.planted.kit.Calls;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlantedSuiteTest {
    private static final String BUDGET = "dev.oncemore.retry.BudgetMeter";
    private static final Edit FORGETS_WAITING = Edits.ignoresAnswer(BUDGET, "remainingLocked", "waiting", 0L);
    private static final String NOT_ABOUT_BUDGETS = "anInterruptWhileItWaitsIsStillThereAfterwards";

    private static Report hunt(Mutant... mutants) throws ClassNotFoundException {
        return new PlantedSuite(List.of(mutants)).run(ProgressLine.SILENT);
    }

    /** How the only bug, which is not caught, escaped. */
    private static String escape(Kit net, Edit edit) throws ClassNotFoundException {
        Report report = hunt(Mutant.of("a bug", "a place", net, edit));
        assertThat(report.violationsCount()).isEqualTo(1);
        assertThat(report.violations()).hasSize(1);
        return report.violations().get(0).rule();
    }

    @Test
    void bugsInMemoryAreCaught() throws Exception {
        Report report = hunt(
                RecordMutants.takeOvers().get(0),
                CallMutants.all().get(0),
                EffectMutants.all().get(0));

        assertThat(report.violations()).isEmpty();
        assertThat(report.facts()).last().isEqualTo("caught: 3 of 3");
    }

    @Test
    void aBugThatNoTestNotices_isReported() throws Exception {
        assertThat(escape(Kit.of(Calls.class, NOT_ABOUT_BUDGETS), FORGETS_WAITING))
                .endsWith("it survived");
    }

    @Test
    void aBugWhoseCodeHasMovedOn_isReported_andNotCaughtByAccident() throws Exception {
        assertThat(escape(Kit.of(Calls.class), Edits.answers(BUDGET, "renamed", true)))
                .endsWith("its code has changed, so it cannot be planted; rewrite it");
    }

    @Test
    void aBugInAClassThatTheNetDoesNotLoad_isReported() throws Exception {
        assertThat(escape(Kit.of(Calls.class), Edits.answers("dev.oncemore.once.Claims$Owned", "isInDoubt", false)))
                .endsWith("its code has changed, so it cannot be planted; rewrite it");
    }

    @Test
    void aNetWhoseTestIsGone_isReported() throws Exception {
        assertThat(escape(Kit.of(Calls.class, "renamed"), FORGETS_WAITING)).endsWith("its net fails without it");
    }
}
