package dev.oncemore.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --json FILE} that every bench has. */
public final class JsonOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures to this file as JSON.")
    private @Nullable Path path;

    private @Nullable FigureFile file;

    /** Checks before the run that the file can be written. */
    public void requireWritable() {
        if (path == null) {
            return;
        }
        try {
            file = FigureFile.requireWritable(path);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--json: " + e.getMessage(), e);
        }
    }

    /** Writes the figures of a bench, if a file was named. */
    public void write(String bench, Findings findings) {
        if (file == null) {
            return;
        }
        try {
            file.write(bench, findings);
        } catch (IOException e) {
            throw new MeasuringException("the figures could not be written: " + e, e);
        }
    }
}
