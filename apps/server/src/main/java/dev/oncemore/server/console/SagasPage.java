package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.by;
import static dev.oncemore.server.console.Forms.form;
import static dev.oncemore.server.console.Forms.require;

import dev.oncemore.operations.SagaOperations;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.task.saga.SagaRegistry;
import dev.oncemore.task.saga.SagaReport;
import dev.oncemore.task.saga.SagaReport.LineKind;
import dev.oncemore.task.saga.SagaStatus;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sagas: what is declared, what was started, and one of them drawn step by step. */
public final class SagasPage {
    private static final int SAGAS_MAX = 200;
    private static final int PAGE = 50;

    private final SagaOperations operations;
    private final Acts acts;

    /** A page for these operations. */
    public SagasPage(SagaOperations operations, Acts acts) {
        this.operations = operations;
        this.acts = acts;
    }

    /** What the list of declarations shows. */
    public record View(
            String sentence, List<Row> sagas, @Nullable String next) {}

    /** One declaration. */
    public record Row(String name, String path, String stuck, String stuckPath, String steps, String queue) {}

    /** What the list of started ones shows. */
    public record Started(
            String path,
            String sentence,
            List<Instance> instances,
            @Nullable String next) {}

    /** One that was started. */
    public record Instance(String key, String path, String state, String at, String why) {}

    /** What the page of one shows. */
    public record One(
            String name,
            String listPath,
            String path,
            String sentence,
            boolean isStuck,
            @Nullable String reason,
            String taskPath,
            List<Stage> stages,
            List<SagaReport.Line> history) {}

    /** A step and what takes it back, as they stand. */
    public record Stage(String step, String state, String undoState, String words, boolean maySkip) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/sagas",
                context -> Forms.show(context, "sagas", "Sagas", view(context.queryParam("after"))),
                Role.VIEWER);
        routes.get("/sagas/{name}", this::started, Role.VIEWER);
        routes.get("/sagas/{name}/{key}", this::show, Role.VIEWER);
        routes.post("/sagas/{name}/{key}/resume", this::resume, Role.OPERATOR);
        routes.post("/sagas/{name}/{key}/skip", this::skip, Role.OPERATOR);
    }

    private View view(@Nullable String after) {
        List<SagaRegistry.Declared> declared = operations.declared(after, SAGAS_MAX);
        Map<String, Long> stuckOnes = new HashMap<>();
        declared.forEach(saga -> stuckOnes.put(saga.saga().name(), operations.stuck(saga)));
        long stuck = stuckOnes.values().stream().mapToLong(Long::longValue).sum();
        String sentence = declared.isEmpty()
                ? "No sagas"
                : stuck == 0
                        ? Words.count(declared.size(), "saga is", "sagas are") + " declared; none is stuck"
                        : Words.count(stuck, "saga is stuck and needs", "sagas are stuck and need") + " you";
        return new View(
                sentence,
                declared.stream()
                        .map(saga -> new Row(
                                saga.saga().name(),
                                path(saga.saga().name()),
                                Words.number(stuckOnes.getOrDefault(saga.saga().name(), 0L)),
                                "/dead?kind=" + Words.encoded(saga.kind()),
                                String.join(" → ", saga.saga().stepNames()),
                                saga.queue()))
                        .toList(),
                declared.size() < SAGAS_MAX
                        ? null
                        : "/sagas?after="
                                + Words.encoded(
                                        declared.get(declared.size() - 1).saga().name()));
    }

    private void started(Context context) {
        SagaRegistry.Declared declared = operations.require(context.pathParam("name"));
        String key = context.queryParam("key");
        if (key != null && !key.isBlank()) {
            context.redirect(path(declared.saga().name()) + "/" + Words.encoded(key.strip()));
            return;
        }
        SagaOperations.Page page = operations.started(declared, context.queryParam("after"), PAGE);
        String path = path(declared.saga().name());
        Instant now = operations.now();
        Forms.show(
                context,
                "saga-list",
                "Saga",
                new Started(
                        path,
                        declared.saga().name() + ": "
                                + String.join(" → ", declared.saga().stepNames()),
                        page.started().stream()
                                .map(one -> new Instance(
                                        one.key(),
                                        path + "/" + Words.encoded(one.key()),
                                        States.task(one.task(), now),
                                        one.task().at().toString(),
                                        one.task().reason() == null
                                                ? ""
                                                : one.task().reason()))
                                .toList(),
                        page.next() == null ? null : path + "?after=" + Words.encoded(page.next())));
    }

    private void show(Context context) {
        SagaRegistry.Declared declared = operations.require(context.pathParam("name"));
        String key = context.pathParam("key");
        SagaReport<byte[]> report = operations.report(declared, key);
        boolean isStuck = report.status() == SagaStatus.STUCK;
        boolean hasTurned = report.history().stream()
                .anyMatch(line ->
                        line.kind() == LineKind.TURN_BACK && line.outcome().equals("SUCCEEDED"));
        Forms.show(
                context,
                "saga",
                "Saga",
                new One(
                        declared.saga().name(),
                        path(declared.saga().name()),
                        path(declared.saga().name()) + "/" + Words.encoded(key),
                        declared.saga().name() + " " + key + " is "
                                + report.status().name().toLowerCase(Locale.ROOT),
                        isStuck,
                        report.reason(),
                        "/tasks/" + Words.encoded(report.taskId()),
                        declared.saga().stepNames().stream()
                                .map(step -> stage(step, declared, report, hasTurned))
                                .toList(),
                        report.history()));
    }

    private static Stage stage(
            String step, SagaRegistry.Declared declared, SagaReport<byte[]> report, boolean hasTurned) {
        Optional<SagaReport.Line> done = line(report, LineKind.STEP, step);
        Optional<SagaReport.Line> undone = line(report, LineKind.UNDO, step);
        boolean hasUndo = declared.undoable().contains(step);
        boolean isUndone = undone.map(SagaReport.Line::outcome).orElse("").equals("SUCCEEDED");
        return new Stage(
                step,
                drawn(done, "not begun"),
                drawn(undone, !hasUndo ? "nothing to undo" : hasTurned ? "waits for its turn" : "not needed so far"),
                undone.or(() -> done).map(SagaReport.Line::words).orElse(""),
                report.status() == SagaStatus.STUCK && hasTurned && undone.isPresent() && !isUndone);
    }

    private static Optional<SagaReport.Line> line(SagaReport<byte[]> report, LineKind kind, String step) {
        return report.history().stream()
                .filter(line -> line.kind() == kind && line.step().equals(step))
                .findFirst();
    }

    private static String drawn(Optional<SagaReport.Line> line, String otherwise) {
        return line.map(found -> switch (found.outcome()) {
                            case "SUCCEEDED" -> "✓ done";
                            case "RUNNING" -> "▶ running";
                            case "FAILED_RETRYABLE" -> "↻ failed, will be tried again";
                            case "FAILED_FINAL" -> "✗ failed for good";
                            default -> "? nobody knows";
                        }
                        + (found.attempts() > 1 ? " (" + found.attempts() + " attempts)" : ""))
                .orElse("· " + otherwise);
    }

    private void resume(Context context) {
        SagaRegistry.Declared declared = operations.require(context.pathParam("name"));
        String key = context.pathParam("key");
        require(acts.run(operations.resume(declared, key, by(context))), "it is not stuck any more");
        context.redirect(path(declared.saga().name()) + "/" + Words.encoded(key) + "?done=saga-resumed");
    }

    private void skip(Context context) {
        SagaRegistry.Declared declared = operations.require(context.pathParam("name"));
        String key = context.pathParam("key");
        require(
                acts.run(operations.skip(declared, key, form(context, "step"), by(context))),
                "it is not stuck on its way back any more");
        context.redirect(path(declared.saga().name()) + "/" + Words.encoded(key) + "?done=step-skipped");
    }

    private static String path(String name) {
        return "/sagas/" + Words.encoded(name);
    }
}
