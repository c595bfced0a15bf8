package dev.oncemore.lab.scenario;

import dev.oncemore.lab.report.LabReport;
import java.util.List;

/** A situation that can be run by its name. */
public interface LabScenario {
    /** Its name on the command line. */
    String name();

    /** What it answers. */
    String question();

    /** What it can be run with. */
    List<LabParameter> parameters();

    /** Whether it compares policies, so that a second one can stand beside the first. */
    boolean comparesPolicies();

    /**
     * Runs it.
     *
     * @throws IllegalArgumentException if the run contradicts itself
     */
    LabReport run(LabRun run);
}
