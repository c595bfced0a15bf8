package dev.oncemore.server.cli;

import dev.oncemore.lab.LabRequest;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.ReportFiles;
import dev.oncemore.lab.report.ReportFormat;
import dev.oncemore.lab.scenario.LabParameter;
import dev.oncemore.lab.scenario.LabScenario;
import dev.oncemore.lab.scenario.Scenarios;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oncemore lab}: no server is needed for it. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description = "Simulate what a retry policy does to a dependency, and compare it with another.",
        footer = {
            "",
            "Try it:",
            "  oncemore lab                      lists the scenarios",
            "  oncemore lab storm --clients 5000",
            "  oncemore lab storm --policy policies.yaml#payment --against api --out report",
            "",
            "The same seed gives the same report. Exit codes: 0 done, 1 it cannot be run like this, 2 wrong usage."
        })
public final class LabCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO",
            description = "A scenario, or a YAML file that names one; without it, all are listed.")
    private @Nullable String scenario;

    @Option(names = "--clients", paramLabel = "N", description = "Short for --set clients=N.")
    private @Nullable Double clients;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Set a parameter of the scenario.")
    private Map<String, Double> values = new LinkedHashMap<>();

    @Option(names = "--seed", paramLabel = "N", description = "The seed of all chance (1).")
    private @Nullable Long seed;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "The policy to try: FILE.yaml#NAME, or a preset such as api.")
    private @Nullable String policy;

    @Option(names = "--against", paramLabel = "POLICY", description = "The policy to compare it with.")
    private @Nullable String against;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "What to print: text, json, csv or html (text).")
    private String format;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Also write the report there: a page with charts, text, JSON, CSV and SVG.")
    private @Nullable Path folder;

    private LabCommand() {}

    @Override
    public Integer call() {
        if (scenario == null) {
            Scenarios.all().forEach(this::describe);
            return ExitCode.OK;
        }
        ReportFormat wanted;
        try {
            wanted = ReportFormat.parse(format);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        return run(scenario, wanted);
    }

    private int run(String name, ReportFormat wanted) {
        PrintWriter out = spec.commandLine().getOut();
        LabProgress progress = new LabProgress(spec.commandLine().getErr(), Ansi.AUTO.enabled(), Time.system());
        try {
            LabReport report = request(name).run(progress::show);
            progress.end();
            out.print(wanted.write(report));
            out.flush();
            if (folder != null) {
                List<Path> files = ReportFiles.write(report, folder);
                spec.commandLine().getErr().println("wrote " + files.get(0) + " and " + (files.size() - 1) + " more");
            }
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            progress.end();
            return refused(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return refused("the report cannot be written to " + folder + " ("
                    + e.getClass().getSimpleName() + "); choose another folder with --out");
        }
    }

    private LabRequest request(String wanted) {
        LabRequest request = LabRequest.of(wanted);
        values.forEach(request::set);
        if (clients != null) {
            request.set("clients", clients);
        }
        if (seed != null) {
            request.seed(seed);
        }
        if (policy != null) {
            request.policy(policy);
        }
        if (against != null) {
            request.against(against);
        }
        return request;
    }

    private void describe(LabScenario one) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(one.name() + ": " + one.question());
        for (LabParameter parameter : one.parameters()) {
            out.println("  " + parameter.name() + "=" + LabParameter.written(parameter.standard()) + "  "
                    + parameter.meaning());
        }
    }

    private int refused(String why) {
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + why);
        return ExitCode.SOFTWARE;
    }
}
