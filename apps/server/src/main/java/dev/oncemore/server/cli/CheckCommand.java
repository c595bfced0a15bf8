package dev.oncemore.server.cli;

import dev.oncemore.config.Nearest;
import dev.oncemore.lab.PolicyDiagnosis;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code oncemore check}: no server is needed for it. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Review the retry policies of YAML files, for people and for CI.",
        footer = {
            "",
            "Try it:",
            "  oncemore check policies.yaml",
            "  oncemore check policies.yaml --accept no-jitter",
            "",
            "Exit codes: 0 nothing found, 3 something was, 1 a file is wrong or cannot be read."
        })
public final class CheckCommand implements Callable<Integer> {
    private static final int FOUND = 3;
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Policies: a section for each, by name.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description = "A finding that is meant so, such as no-jitter; can be given several times.")
    private Set<String> accepted = new LinkedHashSet<>();

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    @Option(names = "--github", description = "Print the findings as annotations of GitHub Actions.")
    private boolean github;

    private CheckCommand() {}

    @Override
    public Integer call() {
        requireKnownCodes();
        Map<Path, Map<String, List<PolicyDiagnosis>>> all = new LinkedHashMap<>();
        for (Path file : files) {
            try {
                all.put(file, PolicyDiagnosis.review(file, accepted));
            } catch (IllegalArgumentException e) {
                spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
                return ExitCode.SOFTWARE;
            }
        }
        List<PolicyDiagnosis> found = all.values().stream()
                .flatMap(policies -> policies.values().stream())
                .flatMap(List::stream)
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JSON.writeValueAsString(
                    found.stream().map(CheckCommand::shape).toList()));
        } else if (github) {
            found.forEach(one -> out.println(annotation(one)));
        } else {
            all.values().forEach(this::print);
        }
        out.flush();
        return found.isEmpty() ? ExitCode.OK : FOUND;
    }

    private void requireKnownCodes() {
        if (json && github) {
            throw new ParameterException(spec.commandLine(), "choose one of --json and --github");
        }
        List<String> codes = PolicyDiagnosis.codes();
        for (String code : accepted) {
            if (!codes.contains(code)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--accept knows no '" + code + "'"
                                + Nearest.to(code, codes)
                                        .map(near -> "; did you mean '" + near + "'?")
                                        .orElse("; there are " + String.join(", ", codes)));
            }
        }
    }

    private void print(Map<String, List<PolicyDiagnosis>> policies) {
        PrintWriter out = spec.commandLine().getOut();
        int width = policies.keySet().stream().mapToInt(String::length).max().orElse(0);
        policies.forEach((name, found) -> {
            String label = name + " ".repeat(width - name.length());
            if (found.isEmpty()) {
                out.println(label + "  ✓");
            }
            for (PolicyDiagnosis one : found) {
                out.println(label + "  ✗ " + one.finding().sentence() + " (" + one.code() + ", " + one.file() + ":"
                        + one.line() + ")");
            }
        });
    }

    private static Map<String, Object> shape(PolicyDiagnosis one) {
        Map<String, Object> shape = new LinkedHashMap<>();
        shape.put("file", one.file().toString());
        shape.put("line", one.line());
        shape.put("policy", one.policy());
        shape.put("code", one.code());
        shape.put("message", one.finding().sentence());
        return shape;
    }

    /** A workflow command; its parts must not end it or start another. */
    private static String annotation(PolicyDiagnosis one) {
        return "::warning file=" + property(one.file().toString()) + ",line=" + one.line() + ",title="
                + property(one.policy() + ": " + one.code()) + "::"
                + data(one.finding().sentence());
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
