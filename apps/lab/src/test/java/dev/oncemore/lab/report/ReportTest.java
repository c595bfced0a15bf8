package dev.oncemore.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private static final LabReport REPORT = new LabReport(
            "storm",
            "What happens?",
            "'</script><b>' wins & loses.",
            Map.of("seed", "1"),
            Map.of("</script>", Map.of("max-attempts", 3)),
            LabTable.columns("policy", "peak", "served %")
                    .row("=cmd|' /C calc'!A0", 1234567L, 99.126)
                    .row("a, \"b\"", 0.5, "not all")
                    .build(),
            List.of(LabChart.of("attempts", "Attempts", "seconds", "1/s", new double[] {0.5, 1.5, 2.5})
                    .line("</script><i>", new double[] {1, 20, 3})
                    .line("other", new double[] {0, 0.12345678, 2})
                    .build()));

    @Test
    void textHasTheSentenceFirst_thenTheTable() {
        assertThat(ReportFormat.TEXT.write(REPORT).lines())
                .startsWith(
                        "'</script><b>' wins & loses.",
                        "",
                        "policy                   peak  served %",
                        "=cmd|' /C calc'!A0  1,234,567      99.1",
                        "a, \"b\"                   0.50   not all");
    }

    @Test
    void csvQuotesTexts_andLetsNoTextBecomeAFormula() {
        assertThat(ReportFormat.CSV.write(REPORT))
                .isEqualTo(
                        "policy,peak,served %\r\n'=cmd|' /C calc'!A0,1234567,99.126\r\n\"a, \"\"b\"\"\",0.5,not all\r\n");
    }

    @Test
    void jsonHasEverything() {
        JsonNode json = JsonMapper.shared().readTree(ReportFormat.JSON.write(REPORT));

        assertThat(json.path("verdict").asString()).isEqualTo(REPORT.verdict());
        assertThat(json.path("rows").path(0).path(1).asLong()).isEqualTo(1_234_567);
        assertThat(json.path("charts")
                        .path(0)
                        .path("lines")
                        .path(1)
                        .path("values")
                        .path(1)
                        .asDouble())
                .isEqualTo(0.1235);
        assertThat(json.path("policies").path("</script>").path("max-attempts").asInt())
                .isEqualTo(3);
    }

    @Test
    void thePageLoadsNothing_andNoLabelBecomesMarkup() {
        String page = ReportFormat.HTML.write(REPORT);

        assertThat(page).doesNotContain("src=").doesNotContain("href=").contains("default-src 'none'");
        assertThat(page)
                .doesNotContain("</script><")
                .contains("&lt;/script&gt;&lt;b&gt;")
                .contains("<svg");
        assertThat(page.split("</script>", -1)).as("three scripts end").hasSize(4);
        assertThat(page).contains("./oncemore lab storm --seed 1");
        assertThat(page)
                .as("policies that can be copied into a file")
                .contains("&quot;&lt;/script&gt;&quot;:\n  max-attempts: 3\n");
    }

    @Test
    void filesAreOneOfEachFormat_andTwoForEachChart(@TempDir Path folder) throws IOException {
        List<Path> files = ReportFiles.write(REPORT, folder.resolve("new/one"));

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "storm.html",
                        "storm.txt",
                        "storm.json",
                        "storm.csv",
                        "storm-attempts.csv",
                        "storm-attempts.svg");
        assertThat(Files.readString(files.get(4))).startsWith("seconds,</script><i> (1/s),other (1/s)\r\n0.5,1,0\r\n");
        assertThat(Files.readString(files.get(5))).startsWith("<svg xmlns=").contains("&lt;/script&gt;");
    }

    @Test
    void axesEndAtRoundNumbers() {
        assertThat(SvgWriter.roundedUp(0)).isEqualTo(1);
        assertThat(SvgWriter.roundedUp(980)).isEqualTo(1_000);
        assertThat(SvgWriter.roundedUp(1_001)).isEqualTo(2_000);
        assertThat(SvgWriter.roundedUp(0.3)).isEqualTo(0.5);
    }

    /** An axis that ends far above the largest value leaves its chart half empty. */
    @Test
    void anAxisEndsNearTheLargestValue() {
        for (double largest = 0.5; largest < 100_000; largest *= 1.07) {
            double step = SvgWriter.roundedUp(largest / 5);
            int steps = SvgWriter.stepsTo(largest, step);

            assertThat(step * steps).as("the end of the axis").isBetween(largest * 0.999, largest * 1.34);
            assertThat(steps).isBetween(3, 5);
        }
        assertThat(SvgWriter.stepsTo(0, 1)).isEqualTo(1);
    }

    @Test
    void chartsEndTogether_whenTheLastThingHasHappened() {
        double[] points = {0, 1, 2, 3, 4, 5};
        LabChart early = LabChart.of("early", "t", "s", "n", points)
                .line("a", new double[] {1, 0, 0, 0, 0, 0})
                .build();
        LabChart late = LabChart.of("late", "t", "s", "n", points)
                .line("a", new double[] {0, 0, 2, 0, 0, 0})
                .build();
        LabChart never = LabChart.of("never", "t", "x", "n", new double[] {7, 8})
                .line("a", new double[2])
                .build();

        assertThat(LabChart.withoutQuietEnd(List.of(early, late, never)))
                .extracting(chart -> chart.points().length)
                .containsExactly(4, 4, 2);
    }

    @Test
    void aTableOrChartThatDoesNotFitTogetherIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabTable.columns("a", "b").row("x").build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabChart.of("n", "t", "x", "y", new double[2])
                        .line("short", new double[1])
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReportFormat.parse("pdf"))
                .withMessageContaining("html");
    }
}
