package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** A newcomer's first command. */
class DemoCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Oncemore.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void eachInvoiceIsCreatedOnce_thoughTheSheetIsSentTwiceToAnApiThatFails() {
        assertThat(run("demo", "--rows", "40", "--exit", "--faults", "cut-after=20%,500-after=10%"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains(
                        "30 % faults",
                        "40/40   created 35   duplicate 0   error 5   done",
                        "40/40   created 0   duplicate 35   error 5   done",
                        "holds 35 invoices. Duplicates: 0.",
                        "5 rows need a person");
        assertThat(out.toString()).doesNotContain("cut 0 connections");
    }

    @Test
    void whatWillNotDoIsToldBeforeAnythingStarts() {
        assertThat(run("demo", "--rows", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("the rows are 3, but must be from 10 to 10000");
        assertThat(run("demo", "--faults", "flood=1%")).isEqualTo(2);
        assertThat(err.toString()).contains("unknown fault 'flood'");
    }
}
