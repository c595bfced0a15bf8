package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A newcomer's first command. */
class DemoCommandTest {
    private final CommandRun command = new CommandRun();

    @Test
    void eachInvoiceIsCreatedOnce_thoughTheSheetIsSentTwiceToAnApiThatFails() {
        assertThat(command.run("demo", "--rows", "40", "--exit", "--faults", "cut-after=20%,500-after=10%"))
                .as(command.err())
                .isZero();
        assertThat(command.out())
                .contains(
                        "30 % faults",
                        "40/40   created 35   duplicate 0   error 5   done",
                        "40/40   created 0   duplicate 35   error 5   done",
                        "holds 35 invoices. Duplicates: 0.",
                        "5 rows need a person");
        assertThat(command.out()).doesNotContain("cut 0 connections");
    }

    @Test
    void whatWillNotDoIsToldBeforeAnythingStarts() {
        assertThat(command.run("demo", "--rows", "3")).isEqualTo(2);
        assertThat(command.err()).contains("the rows are 3, but must be from 10 to 10000");
        assertThat(command.run("demo", "--faults", "flood=1%")).isEqualTo(2);
        assertThat(command.err()).contains("unknown fault 'flood'");
    }
}
