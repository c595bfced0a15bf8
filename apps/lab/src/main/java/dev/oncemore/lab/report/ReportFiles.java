package dev.oncemore.lab.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A report as files in a folder: one of each format, and each chart as CSV and SVG. */
public final class ReportFiles {
    private ReportFiles() {}

    /**
     * Writes all files, over those of an earlier run.
     *
     * @return the files, the page first
     */
    public static List<Path> write(LabReport report, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        for (ReportFormat format : List.of(ReportFormat.HTML, ReportFormat.TEXT, ReportFormat.JSON, ReportFormat.CSV)) {
            files.add(write(folder, report.scenario() + "." + format.ending(), format.write(report)));
        }
        for (LabChart chart : report.charts()) {
            String name = report.scenario() + "-" + chart.name();
            files.add(write(folder, name + ".csv", CsvWriter.chart(chart)));
            files.add(write(folder, name + ".svg", SvgWriter.write(chart)));
        }
        return files;
    }

    private static Path write(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
    }
}
