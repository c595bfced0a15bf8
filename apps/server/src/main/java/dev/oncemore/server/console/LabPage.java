package dev.oncemore.server.console;

import dev.oncemore.lab.LabRequest;
import dev.oncemore.lab.PolicyReference;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.lab.report.ReportFormat;
import dev.oncemore.lab.report.ReportFragments;
import dev.oncemore.lab.scenario.LabParameter;
import dev.oncemore.lab.scenario.LabScenario;
import dev.oncemore.lab.scenario.Scenarios;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.time.Time;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The lab in the console: a scenario with its numbers in the address, one policy or two side by side. Everybody who may look
 * may run it, so its size is limited: files are not read, numbers go up to five times their default, a run uses a part of
 * the heap, and {@link LabWork} limits the time.
 */
public final class LabPage {
    private static final String SCENARIO = "scenario";
    private static final String SEED = "seed";
    private static final String POLICY = "policy";
    private static final String AGAINST = "against";
    private static final String FORMAT = "format";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int LARGER_MAX = 5;
    private static final long BYTES_MAX = 256L << 20;
    private static final int PART_OF_HEAP = 4;
    private static final int SEED_MAX = 1_000_000;
    private static final int POLICY_LENGTH_MAX = 1_000;

    private final LabWork work = new LabWork(LIMIT, Time.system());

    /** A page. */
    public LabPage() {}

    /** What is shown. */
    public record View(
            List<Choice> scenarios,
            @Nullable String question,
            List<Field> fields,
            boolean isComparing,
            String scenario,
            int seed,
            String policy,
            String against,
            @Nullable Result result) {}

    /** A scenario that can be chosen. */
    public record Choice(String name, String question, boolean isCurrent) {}

    /** A number that can be set. */
    public record Field(String name, String meaning, String value, String least, String most) {}

    /** What a run gave. */
    public record Result(
            String verdict,
            List<String> columns,
            List<List<String>> rows,
            List<Picture> pictures,
            String charts,
            String colours,
            String query) {
        private static final Pattern NUMBER = Pattern.compile("-?[\\d,.]+");

        /** Whether a column has numbers only. */
        public boolean isNumber(int column) {
            return rows.stream().allMatch(row -> NUMBER.matcher(row.get(column)).matches());
        }
    }

    /** A chart. */
    public record Picture(int number, String title, String svg) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/lab", this::show, Role.VIEWER);
        routes.get("/lab/report", this::download, Role.VIEWER);
        routes.get(
                "/assets/lab.js",
                context -> context.contentType("text/javascript; charset=utf-8")
                        .header("Cache-Control", "max-age=300")
                        .result(ReportFragments.script()),
                Role.ANYONE);
    }

    private void show(Context context) {
        String name = Answers.text(context, SCENARIO);
        LabScenario chosen = name.isEmpty() ? null : scenario(name);
        requireKnown(context, chosen);
        LabReport report = chosen == null || context.queryParam(SEED) == null ? null : run(context, chosen);
        List<Choice> choices = Scenarios.all().stream()
                .map(one -> new Choice(one.name(), one.question(), one.name().equals(name)))
                .toList();
        List<Field> fields = chosen == null
                ? List.of()
                : chosen.parameters().stream().map(one -> field(context, one)).toList();
        View view = new View(
                choices,
                chosen == null ? null : chosen.question(),
                fields,
                chosen != null && chosen.comparesPolicies(),
                name,
                seed(context),
                Answers.text(context, POLICY),
                Answers.text(context, AGAINST),
                report == null ? null : result(report, context));
        Forms.show(context, "lab", "Lab", view);
    }

    private void download(Context context) {
        LabScenario chosen = scenario(Answers.text(context, SCENARIO));
        requireKnown(context, chosen);
        ReportFormat format = ReportFormat.parse(Answers.text(context, FORMAT));
        LabReport report = run(context, chosen);
        context.contentType("application/octet-stream")
                .header(
                        "Content-Disposition",
                        "attachment; filename=\"" + report.scenario() + "." + format.ending() + "\"")
                .result(format.write(report).getBytes(StandardCharsets.UTF_8));
    }

    private static LabScenario scenario(String name) {
        return Scenarios.find(name)
                .orElseThrow(() -> Refusal.notFound(
                        "there is no scenario '" + name + "'; there are " + String.join(", ", Scenarios.names())));
    }

    private static void requireKnown(Context context, @Nullable LabScenario chosen) {
        Set<String> known = new HashSet<>(Set.of(SCENARIO, SEED, POLICY, AGAINST, FORMAT));
        if (chosen != null) {
            chosen.parameters().forEach(parameter -> known.add(parameter.name()));
        }
        Answers.requireKnown("parameter", context.queryParamMap().keySet(), known);
    }

    private LabReport run(Context context, LabScenario chosen) {
        LabRequest request = LabRequest.of(chosen.name())
                .seed(seed(context))
                .bytesMax(Math.min(BYTES_MAX, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
        Map<String, String> key = new TreeMap<>(Map.of(SCENARIO, chosen.name(), SEED, "" + seed(context)));
        for (LabParameter parameter : chosen.parameters()) {
            double value = value(context, parameter);
            request.set(parameter.name(), value);
            key.put(parameter.name(), LabParameter.written(value));
        }
        pin(context, POLICY, key, request);
        pin(context, AGAINST, key, request);
        return work.run(Authenticator.of(context).owner(), key.toString(), () -> request.run(share -> {}));
    }

    private static void pin(Context context, String place, Map<String, String> key, LabRequest request) {
        String text = Answers.text(context, place).strip();
        if (text.isEmpty()) {
            return;
        }
        if (text.length() > POLICY_LENGTH_MAX) {
            throw Refusal.tooLarge("the " + place + " has more than " + POLICY_LENGTH_MAX + " characters");
        }
        key.put(place, text);
        if (place.equals(POLICY)) {
            request.policy(PolicyReference.ofText(place, text));
        } else {
            request.against(PolicyReference.ofText(place, text));
        }
    }

    private static int seed(Context context) {
        return Answers.number(context, SEED, 1, 0, SEED_MAX);
    }

    private static double value(Context context, LabParameter parameter) {
        String text = Answers.text(context, parameter.name());
        if (text.isEmpty()) {
            return parameter.standard();
        }
        try {
            return limited(parameter).require(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw Refusal.wrong("'" + parameter.name() + "' is '" + text + "', but it must be a number");
        }
    }

    /** The parameter with the bounds of this page. */
    private static LabParameter limited(LabParameter parameter) {
        return new LabParameter(
                parameter.name(),
                parameter.meaning(),
                parameter.standard(),
                parameter.least(),
                Math.min(parameter.most(), parameter.standard() * LARGER_MAX));
    }

    private static Field field(Context context, LabParameter parameter) {
        LabParameter limited = limited(parameter);
        return new Field(
                parameter.name(),
                parameter.meaning(),
                LabParameter.written(value(context, parameter)),
                LabParameter.written(limited.least()),
                LabParameter.written(limited.most()));
    }

    private static Result result(LabReport report, Context context) {
        List<List<String>> rows = report.table().rows().stream()
                .map(row -> row.stream().map(LabTable::written).toList())
                .toList();
        List<Picture> pictures = IntStream.range(0, report.charts().size())
                .mapToObj(i -> new Picture(
                        i,
                        report.charts().get(i).title(),
                        ReportFragments.svg(report.charts().get(i))))
                .toList();
        String query = context.queryString();
        return new Result(
                report.verdict(),
                report.table().columns(),
                rows,
                pictures,
                ReportFragments.chartsJson(report),
                ReportFragments.coloursJson(),
                query == null ? "" : query);
    }
}
