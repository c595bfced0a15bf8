package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Each example as its command runs it: the effects of the accident and of the cure, and the output that its page shows. */
class ExamplesTest {
    private static final Path PAGE = Repository.root().resolve("docs/examples.md");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            payments | payments for three invoices: 12, charges at the bank: 12
            wallet   | transfers lost: 63, wrong balances: 2, cents missing: 100
            split    | expenses: 7, cents that Bob owes Ann: 10650
            billing  | invoices for three customers: 6, messages to accounting: 2
            checkout | orders shipped: 1, charges: 4, reservations: 4
            pipeline | bookings for 1000 lines: 1800, payments of interest to 250 accounts: 375
            notify   | pushes for Ann: 10, pushes for Bob: 3, pushes for Cat: 2
            webhooks | parcels for two payments: 4
            ids      | orders of tea: 2, orders of coffee: 0
            """)
    void theAccidentHappensWithout_theCureHasTheWantedEffects_andThePageShowsTheOutput(String name, String accident) {
        Ran ran = run("run", name);

        assertThat(ran.out()).contains("\n  without Oncemore: " + accident + "\n");
        assertThat(ran.out()).contains("\n  with Oncemore:    " + wanted(name) + "\n");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out().strip()).isEqualTo(outputOnPage(name));
    }

    @Test
    void theExitCodeIs1_ifTheCureHasOtherEffects() {
        StringWriter out = new StringWriter();

        assertThat(Example.run(new Broken(), new PrintWriter(out, true))).isEqualTo(1);
        assertThat(out.toString()).endsWith("NOT AS EXPECTED\n");
    }

    @Test
    void theListHasAllExamples_andSaysHowToRunOne() {
        Ran ran = run();

        assertThat(ran.exitCode()).isZero();
        Examples.ALL.forEach(example -> assertThat(ran.out()).contains(example.name(), example.summary()));
        assertThat(ran.out()).endsWith("Run one:  ./oncemore examples run wallet\n");
    }

    @Test
    void anUnknownNameIsRefused_withTheKnownOnes() {
        Ran ran = run("run", "walet");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("there is no example 'walet', but payments, wallet, split");
    }

    private static Tally wanted(String name) {
        return Examples.ALL.stream()
                .filter(example -> example.name().equals(name))
                .findAny()
                .orElseThrow()
                .wanted();
    }

    private static String outputOnPage(String name) {
        List<MarkdownDocument.Block> blocks = MarkdownDocument.read(PAGE).blocksIn("text").stream()
                .filter(block -> block.lineAbove().equals("<!-- output: " + name + " -->"))
                .toList();
        assertThat(blocks).as("the output of " + name + " on the page").hasSize(1);
        return blocks.get(0).text();
    }

    private static Ran run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Examples.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int exitCode = command.execute(args);
        return new Ran(exitCode, out.toString(), err.toString());
    }

    private record Ran(int exitCode, String out, String err) {}

    /** An example whose cure does not cure. */
    private static final class Broken implements Example {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public String summary() {
            return "an accident without a cure";
        }

        @Override
        public Tally wanted() {
            return Tally.of(1, "effects");
        }

        @Override
        public Tally accident(Consumer<String> out) {
            return Tally.of(2, "effects");
        }

        @Override
        public Tally cure(Consumer<String> out) {
            return Tally.of(2, "effects");
        }
    }
}
