package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.Disturbance;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the file that a bench writes with {@code --json}. */
final class FindingsReader {
    private FindingsReader() {}

    static Findings read(Path file) throws IOException {
        JsonNode root = new JsonMapper().readTree(Files.readString(file));
        Figures figures = new Figures();
        figures.add(all(root, "rows", FindingsReader::figure));
        all(root, "disturbances", FindingsReader::disturbance).forEach(figures::note);
        return new Findings(
                all(root, "notes", node -> node.path("note").asString()),
                all(root, "references", node -> node.path("subject").asString()),
                figures,
                all(root, "targets", FindingsReader::target));
    }

    private static <T> List<T> all(JsonNode root, String name, Function<JsonNode, T> reading) {
        return StreamSupport.stream(root.path(name).spliterator(), false)
                .map(reading)
                .toList();
    }

    private static Figure figure(JsonNode row) {
        return new Figure(
                row.path("case").asString(),
                row.path("subject").asString(),
                row.path("metric").asString(),
                row.path("rounds").asInt(),
                row.path("value").asDouble(),
                row.path("least").asDouble(),
                row.path("most").asDouble());
    }

    private static Target target(JsonNode row) {
        return new Target(
                row.path("case").asString(),
                row.path("measured").asString(),
                row.path("wanted").asString(),
                row.path("reached").asBoolean());
    }

    private static Disturbance disturbance(JsonNode row) {
        return new Disturbance(
                row.path("during").asString(),
                row.path("othersPercent").asDouble(),
                row.path("stealPercent").asDouble());
    }
}
