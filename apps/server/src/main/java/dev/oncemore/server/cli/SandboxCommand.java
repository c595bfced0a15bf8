package dev.oncemore.server.cli;

import dev.oncemore.sandbox.Faults;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import io.javalin.util.JavalinBindException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code oncemore sandbox}. */
@Command(
        name = "sandbox",
        mixinStandardHelpOptions = true,
        description = "Run an accounting API that fails on demand and counts what it really created.",
        footer = {
            "",
            "Try it:",
            "  oncemore sandbox --port 4010 --faults 30%%",
            "  curl http://127.0.0.1:4010/_created",
            "  curl -d '{\"cut-after\":0.5}' http://127.0.0.1:4010/_faults"
        })
public final class SandboxCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "P", defaultValue = "4010", description = "Where to listen (4010).")
    private int port;

    @Option(
            names = "--faults",
            paramLabel = "FAULTS",
            defaultValue = "none",
            converter = FaultsConverter.class,
            description =
                    "What fails: none, 30%%, or a list such as 429=5%%,cut-after=10%%. There are 429, 500, 503, 403,"
                            + " hang, cut-before, cut-after, 500-after.")
    private Faults faults;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed lets the same requests fail.")
    private long seed;

    @Option(names = "--per-minute", paramLabel = "N", description = "Answer 429 to more requests than this a minute.")
    private @Nullable Integer perMinute;

    @Option(
            names = "--hang-seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "How long a request hangs before it is cut (30).")
    private int hangSeconds;

    private SandboxCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        SandboxSettings standard = SandboxSettings.standard();
        SandboxSettings settings;
        try {
            settings = new SandboxSettings(
                    port,
                    faults,
                    seed,
                    Optional.ofNullable(perMinute),
                    standard.lockOut(),
                    Duration.ofSeconds(hangSeconds));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        Sandbox sandbox;
        try {
            sandbox = Sandbox.start(settings);
        } catch (JavalinBindException e) {
            spec.commandLine()
                    .getErr()
                    .println("oncemore sandbox: port " + port + " is taken; choose another with --port");
            return ExitCode.SOFTWARE;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(sandbox::close, "sandbox-close"));
        spec.commandLine()
                .getOut()
                .printf(
                        "sandbox accounting API with %s faults on %s; it created: %s/_created; Ctrl-C ends it%n",
                        percent(faults.total()), sandbox.address(), sandbox.address());
        spec.commandLine().getOut().flush();
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }

    private static String percent(double share) {
        return share == 0 ? "no" : Math.round(share * 100) + " %";
    }

    private static final class FaultsConverter implements ITypeConverter<Faults> {
        @Override
        public Faults convert(String text) {
            try {
                return Faults.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
