package dev.oncemore.server.cli;

import dev.oncemore.config.Nearest;
import dev.oncemore.lab.doctor.Doctor;
import dev.oncemore.lab.doctor.DoctorFormat;
import dev.oncemore.lab.doctor.DoctorReport;
import dev.oncemore.lab.doctor.RulePrecision;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oncemore check}: no server is needed for it. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Review retries: policies, Resilience4j and Spring configuration, class files.",
        footer = {
            "",
            "Try it:",
            "  oncemore check policies.yaml application.yml target/classes --sources src/main/java",
            "  oncemore check policies.yaml --calls graph.yaml --accept no-budget",
            "  oncemore check target/classes --format sarif > retries.sarif",
            "",
            "Exit codes: 0 no findings, 1 findings, 2 wrong usage or a file that cannot be read."
        })
public final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "Policies (.yaml), configuration (.yaml, .yml, .properties), classes (folder, .jar, .war, .class).")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--calls", paramLabel = "FILE", description = "A call graph: which service calls which, and how.")
    private @Nullable Path calls;

    @Option(
            names = "--sources",
            paramLabel = "DIR",
            description = "A root of sources, so that findings in classes name source files; can be repeated.")
    private List<Path> sources = new ArrayList<>();

    @Option(
            names = "--libraries",
            paramLabel = "NAME",
            description = "Also read jars inside jars, if their file name matches, such as 'shop-*'; '*' for all.")
    private @Nullable String libraries;

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description = "Leave out findings of this rule, such as no-jitter; can be repeated.")
    private Set<String> accepted = new LinkedHashSet<>();

    @Option(names = "--format", paramLabel = "FORMAT", description = "text (default), json, sarif or github.")
    private @Nullable String format;

    @Option(names = "--json", description = "Short for --format json.")
    private boolean json;

    @Option(names = "--sarif", paramLabel = "FILE", description = "Write SARIF 2.1.0 to this file, too.")
    private @Nullable Path sarif;

    @Option(names = "--all", description = "Print the questions that are answered with yes, too, and all fixes.")
    private boolean all;

    @Option(names = "--rules", description = "List the rules, with their precision on the corpus.")
    private boolean rules;

    private CheckCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (rules) {
            out.print(RulePrecision.table());
            out.flush();
            return 0;
        }
        DoctorFormat chosen = format();
        Doctor doctor = new Doctor().accept(acceptedRules()).sources(sources);
        if (calls != null) {
            doctor.calls(calls);
        }
        for (Path root : sources) {
            if (!Files.isDirectory(root)) {
                throw new ParameterException(spec.commandLine(), "--sources " + root + " is not a folder");
            }
        }
        if (libraries != null) {
            doctor.libraries(matcher(libraries));
        }
        if (files.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "name at least one file or folder to review");
        }
        DoctorReport report = doctor.review(files);
        out.print(chosen == DoctorFormat.TEXT ? DoctorFormat.text(report, all) : chosen.write(report));
        out.flush();
        report.problems().forEach(this::complain);
        return writeSarif(report) ? report.exitCode() : 2;
    }

    private PathMatcher matcher(String glob) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--libraries '" + glob + "' is not a valid pattern such as 'shop-*' (" + e.getDescription() + ")");
        }
    }

    private boolean writeSarif(DoctorReport report) {
        if (sarif != null) {
            try {
                Path folder = sarif.toAbsolutePath().getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                Files.writeString(sarif, DoctorFormat.SARIF.write(report));
            } catch (IOException e) {
                complain(sarif + ": cannot be written (" + e.getClass().getSimpleName() + ")");
                return false;
            }
        }
        return true;
    }

    private void complain(String problem) {
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + problem);
    }

    private DoctorFormat format() {
        String name = format == null ? json ? "json" : "text" : format;
        if (json && format != null && !format.equals("json")) {
            throw new ParameterException(spec.commandLine(), "choose one of --json and --format " + format);
        }
        if (!DoctorFormat.names().contains(name)) {
            throw new ParameterException(
                    spec.commandLine(), "there is no format '" + name + "'" + near(name, DoctorFormat.names()));
        }
        return DoctorFormat.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private Set<RetryRule> acceptedRules() {
        Set<RetryRule> known = new LinkedHashSet<>();
        for (String code : accepted) {
            known.add(RetryRule.of(code)
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(), "--accept knows no '" + code + "'" + near(code, RetryRule.codes()))));
        }
        return known;
    }

    private static String near(String typed, Collection<String> known) {
        return Nearest.to(typed, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("; there are " + String.join(", ", known));
    }
}
