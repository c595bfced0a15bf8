package dev.oncemore.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a user types it; nothing here gets as far as measuring. */
class BenchTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... args) {
        return Bench.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void helpListsEveryBench() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: oncemore bench", "retry", "once", "task", "saga", "http", "desk", "lab", "spring");
    }

    @Test
    void helpOnOneBenchDescribesItsOptions() {
        assertThat(run("retry", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: oncemore bench retry", "--quick", "--json=FILE");
    }

    @Test
    void noBenchShowsTheHelpAsAnError() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: oncemore bench");
    }

    @Test
    void anUnknownBenchGetsTheList() {
        assertThat(run("rety")).isEqualTo(2);
        assertThatTheOnlyLineIs(
                "oncemore bench: unknown bench 'rety'; use one of retry, once, task, saga, http, server, desk, lab, spring, report (see 'oncemore bench --help')");
    }

    @Test
    void anUnknownOptionIsNamed() {
        assertThat(run("retry", "--fast")).isEqualTo(2);
        assertThatTheOnlyLineIs("oncemore bench retry: unknown option '--fast' (see 'oncemore bench retry --help')");
    }

    @Test
    void anArgumentTooManyIsNamed() {
        assertThat(run("retry", "quick")).isEqualTo(2);
        assertThatTheOnlyLineIs("oncemore bench retry: unknown argument 'quick' (see 'oncemore bench retry --help')");
    }

    @Test
    void anUnknownStoreGetsTheList() {
        assertThat(run("once", "--store", "oracle")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "oncemore bench once: ",
                        "--store",
                        "unknown store 'oracle'; use one of postgres, sqlite,",
                        " and all")
                .hasLineCount(1);
    }

    @Test
    void helpOnOnceListsTheStores() {
        assertThat(run("once", "--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: oncemore bench once", "--store=STORE", "postgres, sqlite, mariadb")
                .contains("limit: the least that", "compared: the median");
    }

    @Test
    void anUnknownCaseGetsTheList() {
        assertThat(run("task", "--case", "drain,float")).isEqualTo(2);
        assertThat(err.toString())
                .contains("oncemore bench task: ", "--case", "unknown case 'float'; use one of drain, flow, enqueue,")
                .hasLineCount(1);
    }

    @Test
    void helpOnTaskListsItsCases() {
        assertThat(run("task", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: oncemore bench task", "--quick", "--json=FILE", "drain, flow");
    }

    @Test
    void aFileInNoFolderIsRefusedBeforeAnythingIsMeasured() {
        assertThat(run(
                        "retry",
                        "--quick",
                        "--json",
                        folder.resolve("no/figures.json").toString()))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("--json:", "does not exist; create it first")
                .hasLineCount(1);
    }

    @Test
    void aFolderIsRefusedAsAFile() {
        assertThat(run("retry", "--quick", "--json", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--json:", "it is not a file").hasLineCount(1);
    }

    @Test
    void aFolderThatTakesNoFilesIsRefused() {
        // A file system without POSIX permissions, or a user above them, can write anywhere.
        assumeTrue(folder.toFile().setWritable(false) && !Files.isWritable(folder), "this user can write anywhere");
        assertThat(run(
                        "retry",
                        "--quick",
                        "--json",
                        folder.resolve("figures.json").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--json:", "no file can be created").hasLineCount(1);
    }

    private void assertThatTheOnlyLineIs(String line) {
        assertThat(err.toString().strip()).isEqualTo(line);
        assertThat(out.toString()).isEmpty();
    }
}
