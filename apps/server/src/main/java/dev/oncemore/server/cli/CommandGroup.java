package dev.oncemore.server.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does nothing without one of its subcommands. */
abstract class CommandGroup implements Runnable {
    @Spec
    private CommandSpec spec;

    CommandGroup() {}

    @Override
    public void run() {
        List<String> names = List.copyOf(spec.subcommands().keySet());
        int last = names.size() - 1;
        throw new ParameterException(
                spec.commandLine(),
                "name a command: " + String.join(", ", names.subList(0, last)) + " or " + names.get(last));
    }
}
