package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.Disturbance;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs sections one after the other and writes each as soon as it is measured. */
final class ReportRun {
    /** How often a busy machine is looked at before its figures are refused: a build or a boot may just have ended. */
    private static final int LOOKS = 60;

    private final MachineProbe probe;
    private final FigureDocument document;
    private final PrintWriter progress;
    private final boolean quick;
    private final boolean force;

    ReportRun(MachineProbe probe, FigureDocument document, PrintWriter progress, boolean quick, boolean force) {
        this.probe = probe;
        this.document = document;
        this.progress = progress;
        this.quick = quick;
        this.force = force;
    }

    void measure(List<Section> sections) {
        int number = 0;
        for (Section section : sections) {
            progress.println("section %d of %d: %s".formatted(++number, sections.size(), section.name()));
            measure(section);
        }
    }

    private void measure(Section section) {
        List<String> arguments = quick ? List.of(section.name(), "--quick") : List.of(section.name());
        MachineProbe.Reading before = awaitQuiet();
        List<String> objections = new ArrayList<>();
        before.objection().ifPresent(objection -> object(section, objections, objection));
        Findings findings = section.bench().run(arguments, progress);
        Disturbance.greatest(findings.figures().disturbances())
                .flatMap(Disturbance::objection)
                .ifPresent(objection -> object(section, objections, objection));
        try {
            document.put(section.name(), SectionText.lines(section, arguments, before, findings, objections));
        } catch (IOException e) {
            throw new MeasuringException("the figures of " + section.name() + " could not be written: " + e, e);
        }
    }

    private MachineProbe.Reading awaitQuiet() {
        MachineProbe.Reading reading = probe.read();
        Optional<String> objection = reading.objection();
        if (force) {
            return reading;
        }
        for (int look = 1; look < LOOKS && objection.isPresent(); look++) {
            if (look == 1) {
                progress.println("waiting for a quiet machine: " + objection.get());
            }
            reading = probe.read();
            objection = reading.objection();
        }
        return reading;
    }

    private void object(Section section, List<String> objections, String objection) {
        if (!force) {
            throw new MeasuringException(
                    "the machine is busy, so there are no figures of %s: %s. Sections before it are written. Try again on an idle machine, or use --force for figures that are marked as not to be quoted."
                            .formatted(section.name(), objection),
                    null);
        }
        objections.add(objection);
    }
}
