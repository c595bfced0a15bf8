package dev.oncemore.examples.cases;

import dev.oncemore.lab.PolicyReference;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code oncemore cases} command: a service, a network that fails, and a guided walk through what happens. */
@Command(
        name = "oncemore cases",
        header = "Learn retries and idempotency by running them.%n",
        description =
                "Starts a small service on this machine and walks through it, step by step, in the terminal and on a"
                        + " page. Ctrl-C ends it.",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Try it:",
            "  oncemore cases",
            "  oncemore cases --walk                                    the whole walk, without questions",
            "  oncemore cases --matrix --policy policies.yaml#payment   the failures that your policy retries",
            "",
            "Exit codes: 0 done; 1 a step did not happen as expected, the policy is wrong or the port is taken; 2 wrong"
                    + " usage."
        })
public final class Cases implements Callable<Integer> {
    /** Set by the launcher if somebody can answer; newer JDKs cannot tell. */
    private static final String TERMINAL = "oncemore.terminal";

    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;

    /** Its warning that records are kept in memory is right, and known here. */
    private static final Logger QUIET = Logger.getLogger("dev.oncemore.once");

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "N", description = "The port of the service (8085; 0 for a free port).")
    private int port = 8085;

    @Option(names = "--walk", description = "Run all steps, print them, and exit.")
    private boolean walkOnly;

    @Option(names = "--matrix", description = "Print the failure matrix, and exit.")
    private boolean matrixOnly;

    @Option(names = "--csv", description = "Print the failure matrix as CSV, and exit.")
    private boolean csvOnly;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "The policy of the failure matrix: FILE.yaml#NAME, or a preset such as api.")
    private @Nullable String policy;

    @Option(
            names = "--mismatch-status",
            paramLabel = "STATUS",
            description = "The status for a key with another payload: 422 or 409 (422).")
    private int mismatchStatus = UNPROCESSABLE;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    private Cases() {}

    /**
     * Runs the command and exits with its code.
     *
     * @param args its options
     */
    public static void main(String[] args) {
        QUIET.setLevel(Level.SEVERE);
        System.exit(commandLine().execute(args));
    }

    /** The command line; it prints to the process's streams unless set otherwise. */
    static CommandLine commandLine() {
        return new CommandLine(new Cases()).setParameterExceptionHandler((failure, args) -> {
            failure.getCommandLine()
                    .getErr()
                    .println("oncemore cases: " + failure.getMessage() + " (see 'oncemore cases --help')");
            return ExitCode.USAGE;
        });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (mismatchStatus != UNPROCESSABLE && mismatchStatus != CONFLICT) {
            throw new ParameterException(
                    spec.commandLine(), "--mismatch-status is " + mismatchStatus + ", but 422 or 409 is allowed");
        }
        if (port < 0 || port > 65_535) {
            throw new ParameterException(spec.commandLine(), "--port is " + port + ", but 0 to 65535 is allowed");
        }
        PrintWriter out = spec.commandLine().getOut();
        RetryPolicy reviewed;
        try {
            reviewed = policy == null
                    ? CaseClient.POLICY
                    : PolicyReference.resolve(policy, Path.of("")).policy();
            if (matrixOnly || csvOnly) {
                FailureMatrix matrix = FailureMatrix.of(reviewed);
                out.print(csvOnly ? matrix.csv() : matrix.text());
                out.flush();
                return ExitCode.OK;
            }
        } catch (IllegalArgumentException e) {
            return refused(String.valueOf(e.getMessage()));
        }
        return serve(out, reviewed);
    }

    private int serve(PrintWriter out, RetryPolicy reviewed) throws InterruptedException {
        try (CaseService service = new CaseService(walkOnly ? 0 : port, mismatchStatus, reviewed)) {
            if (walkOnly) {
                return walk(service.newWalk(), out, () -> true) ? ExitCode.OK : ExitCode.SOFTWARE;
            }
            Runtime.getRuntime().addShutdownHook(new Thread(service::close));
            out.println("The service runs: http://127.0.0.1:" + service.port()
                    + "/ has this walk as a page, a dashboard and the failure matrix. Ctrl-C ends it.");
            out.flush();
            if (Boolean.getBoolean(TERMINAL)) {
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
                Walk walk = service.newWalk();
                walk(walk, out, () -> isAskedFor(in, out));
                out.println();
                out.println((walk.hasNext() ? "You left the walk." : "That was the walk.")
                        + " The service, the dashboard and the failure matrix stay until Ctrl-C.");
                out.flush();
            }
            service.join();
            return ExitCode.OK;
        } catch (IOException e) {
            return refused("the service cannot start on port " + port + " (" + e.getMessage()
                    + "); choose another with --port");
        }
    }

    /** Makes the steps that are asked for; returns whether all happened as expected. */
    private static boolean walk(Walk walk, PrintWriter out, Asking asking) throws IOException, InterruptedException {
        boolean isExpected = true;
        while (walk.hasNext() && asking.wantsNext()) {
            StepResult step = walk.next();
            out.println();
            out.println(step.title());
            out.println(step.explanation());
            step.seen().forEach(line -> out.println("    " + line));
            out.println(step.isExpected() ? "  ✓ as expected" : "  ✗ not as expected");
            out.flush();
            isExpected &= step.isExpected();
        }
        return isExpected;
    }

    private static boolean isAskedFor(BufferedReader in, PrintWriter out) throws IOException {
        out.println();
        out.print("Enter for the next step, q to leave the walk: ");
        out.flush();
        String answer = in.readLine();
        return answer != null && !answer.strip().equalsIgnoreCase("q");
    }

    private int refused(String why) {
        spec.commandLine().getErr().println("oncemore cases: " + why);
        return ExitCode.SOFTWARE;
    }

    @FunctionalInterface
    private interface Asking {
        boolean wantsNext() throws IOException;
    }
}
