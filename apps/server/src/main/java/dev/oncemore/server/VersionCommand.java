package dev.oncemore.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code oncemore version}: the line that belongs into every bug report. */
@Command(
        name = "version",
        description = "Print the version, and the JDK and system it runs on.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class VersionCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().println(Version.line());
    }
}
