package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.code.CodeReview;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reviews files: our policies, configuration of Resilience4j and Spring, class files, and a call graph over the policies.
 *
 * <pre>{@code
 * DoctorReport report = new Doctor().sources(List.of(Path.of("src/main/java")))
 *         .review(List.of(Path.of("policies.yaml"), Path.of("target/classes")));
 * }</pre>
 */
public final class Doctor {
    private static final Pattern SPRING_YAML =
            Pattern.compile("(?m)^\\uFEFF?[\"']?(resilience4j|spring)(\\.[\\w.\\[\\]-]+)?[\"']?\\s*:");
    private static final Pattern SPRING_NAME = Pattern.compile("(application|bootstrap)(-[\\w-]+)?\\.ya?ml");

    private final Set<RetryRule> accepted = new LinkedHashSet<>();
    private final List<Path> sources = new ArrayList<>();
    private PathMatcher libraries = name -> false;
    private @Nullable Path calls;

    /** Reviews by all rules. */
    public Doctor() {}

    /** Leaves out findings that are intended. */
    public Doctor accept(Set<RetryRule> rules) {
        accepted.addAll(rules);
        return this;
    }

    /** Names the sources of classes instead of class files, if they are in one of these folders. */
    public Doctor sources(List<Path> roots) {
        sources.addAll(roots);
        return this;
    }

    /** Also reads jars inside jars, if their file name matches: the libraries of an executable jar. */
    public Doctor libraries(PathMatcher names) {
        libraries = names;
        return this;
    }

    /** Reviews the policies along the calls of this graph, too. */
    public Doctor calls(Path graph) {
        calls = graph;
        return this;
    }

    /** Reviews files and folders. What cannot be read becomes a problem of the report; the rest is reviewed all the same. */
    public DoctorReport review(List<Path> paths) {
        List<ReviewedPolicy> policies = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        CodeReview code = new CodeReview(libraries);
        for (Path path : paths) {
            try {
                read(path, policies, code);
            } catch (IllegalArgumentException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        code.configurations().forEach((file, content) -> {
            try {
                review(file, SpringFile.of(file, content), policies);
            } catch (IllegalArgumentException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        });
        Set<DoctorFinding> findings = new LinkedHashSet<>();
        policies.forEach(policy -> findings.addAll(policy.findings()));
        List<String> amplification = new ArrayList<>();
        if (calls != null && problems.isEmpty()) {
            try {
                CallGraphReview graph = CallGraphReview.of(CallGraph.read(calls, policies));
                findings.addAll(graph.findings());
                amplification.addAll(graph.amplification());
            } catch (IllegalArgumentException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        findings.addAll(code.findings(sources));
        problems.addAll(code.problems());
        List<DoctorFinding> left = findings.stream()
                .filter(finding -> accepted.contains(finding.rule()))
                .toList();
        findings.removeAll(left);
        return new DoctorReport(
                policies.stream()
                        .map(policy -> policy.report(code.evidence(), left))
                        .toList(),
                amplification,
                new ArrayList<>(findings),
                problems,
                code.notRead(),
                code.classes());
    }

    private static void read(Path path, List<ReviewedPolicy> policies, CodeReview code) {
        String name = path.getFileName() == null ? "" : path.getFileName().toString();
        if (!Files.exists(path)) {
            throw new IllegalArgumentException(path + ", line 1: the file cannot be read (it does not exist)");
        }
        if (Files.isDirectory(path) || name.endsWith(".class") || name.endsWith(".jar") || name.endsWith(".war")) {
            code.read(path);
        } else if (name.endsWith(".properties") || isSpring(path)) {
            review(path.toString(), SpringFile.read(path), policies);
        } else if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            policies.addAll(OwnPolicies.review(path));
        } else {
            throw new IllegalArgumentException(path
                    + ", line 1: this kind of file is not reviewed; give .yaml, .yml, .properties, .class, .jar, .war or a"
                    + " folder of classes");
        }
    }

    private static void review(String file, SpringFile content, List<ReviewedPolicy> policies) {
        for (SpringSettings settings : content.variants()) {
            List<ReviewedPolicy> found = new ArrayList<>(new Resilience4jPolicies(settings, file).review());
            found.addAll(new SpringPolicies(settings, file).review());
            for (ReviewedPolicy policy : found) {
                boolean isKnown = policies.stream()
                        .anyMatch(known -> known.file.equals(file)
                                && known.name.equals(policy.name)
                                && known.findings().equals(policy.findings()));
                if (!isKnown) {
                    policies.add(policy);
                }
            }
        }
    }

    /** Whether a file has the name of one of Spring, or its settings at the top. */
    private static boolean isSpring(Path path) {
        if (SPRING_NAME.matcher(String.valueOf(path.getFileName())).matches()) {
            return true;
        }
        try {
            return Files.size(path) < 1_000_000
                    && SPRING_YAML.matcher(Files.readString(path)).find();
        } catch (IOException e) {
            return false; // the reader of policies says why it cannot be read
        }
    }
}
