package dev.oncemore.lab.doctor.code;

import dev.oncemore.lab.doctor.rule.DoctorFinding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reviews the class files of folders and jars.
 *
 * <pre>{@code
 * CodeReview review = new CodeReview();
 * review.read(Path.of("target/classes"));
 * List<DoctorFinding> findings = review.findings();
 * }</pre>
 */
public final class CodeReview {
    private final List<ClassFacts> classes = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> notRead = new ArrayList<>();
    private final Map<String, byte[]> configurations = new LinkedHashMap<>();
    private final ClassFiles files;
    private final Map<String, Boolean> used = new HashMap<>();

    /** Starts without classes, and does not read jars inside jars. */
    public CodeReview() {
        this(name -> false);
    }

    /**
     * Starts without classes.
     *
     * @param libraries which jars inside jars are read as well, by their file name
     */
    public CodeReview(PathMatcher libraries) {
        files = new ClassFiles(libraries, new ClassFiles.Found() {
            @Override
            public void classFile(String place, byte[] bytes) {
                parse(place, bytes);
            }

            @Override
            public void configuration(String place, byte[] bytes) {
                configurations.put(place, bytes);
            }

            @Override
            public void notRead(String what) {
                notRead.add(what);
            }

            @Override
            public void problem(String what) {
                problems.add(what);
            }
        });
    }

    /**
     * What the classes use, which answers questions of a review.
     *
     * @param keys whether effects run under keys, with {@code Once}
     * @param atomic whether some of them join the user's transaction
     * @param observed whether attempts are reported to logs, metrics or traces
     * @param alerts whether alerts are sent
     */
    public record Evidence(boolean keys, boolean atomic, boolean observed, boolean alerts) {}

    /** Reads a folder, a jar or a class file. What cannot be read becomes a {@linkplain #problems problem}. */
    public void read(Path path) {
        int before = classes.size() + problems.size() + configurations.size() + notRead.size();
        files.read(path);
        if (classes.size() + problems.size() + configurations.size() + notRead.size() == before) {
            // Otherwise a check of the wrong folder would pass.
            problems.add(path + ": contains nothing to review, such as class files");
        }
    }

    private void parse(String place, byte[] bytes) {
        try {
            ClassFacts facts = ClassScan.of(place, bytes);
            classes.add(facts);
            facts.methods.values().forEach(method -> method.calls.forEach(call -> note(call.owner())));
        } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
            // A malformed class makes the parser throw anything; one may ask it for an array that no heap holds.
            problems.add(place + ": is not a class file that can be read ("
                    + e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage()) + ")");
        }
    }

    private void note(String owner) {
        if (owner.startsWith("dev/oncemore/once/")) {
            used.put("keys", true);
            if (owner.contains("/Transactional")) {
                used.put("atomic", true);
            }
        } else if (owner.startsWith("dev/oncemore/observe/")
                || owner.startsWith("io/github/resilience4j/micrometer/")) {
            used.put(owner.startsWith("dev/oncemore/observe/alert/") ? "alerts" : "observed", true);
        }
    }

    /** How many classes were read. */
    public int classes() {
        return classes.size();
    }

    /** What could not be read, with the reason. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** What was left out by design, with what to do about it. */
    public List<String> notRead() {
        return List.copyOf(notRead);
    }

    /** The configuration files of Spring Boot in the jars, by their place. */
    public Map<String, byte[]> configurations() {
        return Collections.unmodifiableMap(configurations);
    }

    /** What the classes use. */
    public Evidence evidence() {
        return new Evidence(
                used.containsKey("keys"),
                used.containsKey("atomic"),
                used.containsKey("observed"),
                used.containsKey("alerts"));
    }

    /**
     * Reviews all classes together.
     *
     * @param sourceRoots where the sources are: a finding names the source file if it is there, else the class file
     */
    public List<DoctorFinding> findings(List<Path> sourceRoots) {
        Map<String, String> sources = new HashMap<>();
        for (ClassFacts one : classes) {
            for (Path root : sourceRoots) {
                Path source = root.resolve(one.source);
                if (!one.source.isEmpty() && Files.isRegularFile(source)) {
                    sources.putIfAbsent(one.place, source.toString());
                }
            }
        }
        return new CodeRules(new CodeIndex(classes), transactionsOutside())
                .review(classes).stream()
                        .map(finding -> finding.in(sources.getOrDefault(finding.file(), finding.file())))
                        .sorted(Comparator.comparing(DoctorFinding::file).thenComparingInt(DoctorFinding::line))
                        .toList();
    }

    /** Whether the application orders transactions before retries, that is around them; a lower order is further outside. */
    private boolean transactionsOutside() {
        int transactions = Integer.MAX_VALUE;
        int retries = Integer.MAX_VALUE - 1;
        for (ClassFacts one : classes) {
            for (ClassFacts.Order order : one.orders) {
                if (order.ofTransactions()) {
                    transactions = order.order();
                } else {
                    retries = order.order();
                }
            }
        }
        return transactions <= retries;
    }
}
