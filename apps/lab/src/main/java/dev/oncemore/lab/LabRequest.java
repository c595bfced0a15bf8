package dev.oncemore.lab;

import dev.oncemore.config.ConfigException;
import dev.oncemore.config.Nearest;
import dev.oncemore.config.YamlFile;
import dev.oncemore.config.YamlPart;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.scenario.Contender;
import dev.oncemore.lab.scenario.LabParameter;
import dev.oncemore.lab.scenario.LabRun;
import dev.oncemore.lab.scenario.LabScenario;
import dev.oncemore.lab.scenario.Scenarios;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What to run: a scenario by its name, or a file that names one and sets its parameters.
 *
 * <pre>{@code
 * scenario: storm
 * clients: 5000
 * policy: policies.yaml#payment
 * against: api
 * }</pre>
 */
public final class LabRequest {
    private static final String SCENARIO = "scenario";
    private static final String SEED = "seed";
    private static final String POLICY = "policy";
    private static final String AGAINST = "against";

    private final LabScenario scenario;
    private final @Nullable YamlPart file;
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final Path folder;
    private long seed = 1;
    private long bytesMax = Long.MAX_VALUE;
    private @Nullable Contender policy;
    private @Nullable Contender against;

    private LabRequest(LabScenario scenario, @Nullable YamlPart file, Path folder) {
        this.scenario = scenario;
        this.file = file;
        this.folder = folder;
    }

    /**
     * A scenario by its name, or by the path of a YAML file.
     *
     * @throws IllegalArgumentException if there is no such scenario, or the file is wrong
     */
    public static LabRequest of(String nameOrFile) {
        if (nameOrFile.endsWith(".yaml") || nameOrFile.endsWith(".yml")) {
            return ofFile(Path.of(nameOrFile));
        }
        return new LabRequest(
                Scenarios.find(nameOrFile).orElseThrow(() -> new IllegalArgumentException(unknown(nameOrFile))),
                null,
                Path.of(""));
    }

    private static LabRequest ofFile(Path path) {
        YamlPart file = YamlFile.read(path);
        YamlPart name = file.require(SCENARIO);
        LabScenario scenario = Scenarios.find(name.text()).orElseThrow(() -> name.fault(unknown(name.text())));
        Path parent = path.toAbsolutePath().getParent();
        LabRequest request = new LabRequest(scenario, file, parent == null ? Path.of("") : parent);
        List<String> known = new ArrayList<>(List.of(SCENARIO, SEED, POLICY, AGAINST));
        scenario.parameters().forEach(parameter -> known.add(parameter.name()));
        file.only(known.toArray(String[]::new));
        file.find(SEED).ifPresent(part -> request.seed(part.number(0, Integer.MAX_VALUE)));
        file.find(POLICY).ifPresent(part -> request.policy = atItsPlace(part, () -> request.resolved(part.text())));
        file.find(AGAINST).ifPresent(part -> request.against = atItsPlace(part, () -> request.resolved(part.text())));
        if (request.against != null && request.policy == null) {
            throw file.require(AGAINST).fault("'against' needs a 'policy' to stand against");
        }
        for (LabParameter parameter : scenario.parameters()) {
            file.find(parameter.name()).ifPresent(part -> {
                double value = atItsPlace(part, () -> number(parameter.name(), part.text()));
                request.values.put(parameter.name(), atItsPlace(part, () -> parameter.require(value)));
            });
        }
        return request;
    }

    private static double number(String name, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + name + "' is '" + text + "', but must be a number", e);
        }
    }

    private static String unknown(String name) {
        return "there is no scenario '" + name + "'"
                + Nearest.to(name, Scenarios.names())
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; there are " + String.join(", ", Scenarios.names()));
    }

    private static <T> T atItsPlace(YamlPart part, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ConfigException e) {
            throw e; // It names the place in another file.
        } catch (IllegalArgumentException e) {
            throw part.fault(String.valueOf(e.getMessage()));
        }
    }

    private Contender resolved(String reference) {
        return PolicyReference.resolve(reference, folder);
    }

    /** Its scenario. */
    public LabScenario scenario() {
        return scenario;
    }

    /** Uses this seed; the same seed gives the same report. */
    public LabRequest seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Lets the run use so much memory, by estimate; without this, as much as there is. */
    public LabRequest bytesMax(long max) {
        bytesMax = max;
        return this;
    }

    /** Sets a parameter of the scenario. */
    public LabRequest set(String name, double value) {
        values.put(name, value);
        return this;
    }

    /** Runs it with this policy: {@code policies.yaml#payment}, or {@code api} for a preset. */
    public LabRequest policy(String reference) {
        return policy(resolved(reference));
    }

    /** Runs it with this policy. */
    public LabRequest policy(Contender one) {
        policy = one;
        return this;
    }

    /** Compares the policy with this one. */
    public LabRequest against(String reference) {
        return against(resolved(reference));
    }

    /** Compares the policy with this one. */
    public LabRequest against(Contender other) {
        against = other;
        return this;
    }

    /**
     * Runs the scenario.
     *
     * @param progress is told the share that is done, from 0 to 1
     * @throws IllegalArgumentException if the request contradicts itself; of a file, with the line
     * @throws dev.oncemore.lab.sim.SimulationTooLargeException if it would need more memory than it may use
     */
    public LabReport run(DoubleConsumer progress) {
        List<Contender> policies = new ArrayList<>();
        if (policy != null) {
            policies.add(policy);
        } else if (against != null) {
            throw new IllegalArgumentException("--against needs a --policy to stand against");
        }
        if (against != null) {
            policies.add(distinct(against, policies.get(0)));
        }
        try {
            return scenario.run(new LabRun(scenario, seed, values, policies, progress, bytesMax));
        } catch (IllegalArgumentException e) {
            throw file == null ? e : contradiction(file, e);
        }
    }

    /** Two policies of the same name from two files are told apart. */
    private static Contender distinct(Contender one, Contender other) {
        return one.label().equals(other.label()) ? new Contender(one.label() + " (against)", one.policy()) : one;
    }

    /** The line of the first setting that the message quotes. */
    private static ConfigException contradiction(YamlPart file, IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        Optional<YamlPart> quoted = file.entries().values().stream()
                .filter(part -> message.contains("'" + part.path() + "'"))
                .findFirst();
        return quoted.orElse(file.require(SCENARIO)).fault(message);
    }
}
