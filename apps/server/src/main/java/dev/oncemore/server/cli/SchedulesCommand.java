package dev.oncemore.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code oncemore schedules}: work that recurs. */
@Command(
        name = "schedules",
        mixinStandardHelpOptions = true,
        description = "List, run, pause and resume schedules.",
        synopsisSubcommandLabel = "(list | run | pause | resume)",
        subcommands = {
            SchedulesCommand.ListSchedules.class,
            SchedulesCommand.Run.class,
            SchedulesCommand.Pause.class,
            SchedulesCommand.Resume.class
        })
public final class SchedulesCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    private SchedulesCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do with them: list, run, pause or resume");
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "What recurs, and when it fires next.")
    static final class ListSchedules extends ApiCommand {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.get("/api/schedules?limit=500");
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            if (answer.path("schedules").isEmpty()) {
                out.println("no schedule is declared on this store");
                return;
            }
            Columns columns = new Columns("schedule", "next", "state", "when");
            answer.path("schedules")
                    .forEach(schedule -> columns.row(
                            text(schedule, "name"),
                            text(schedule.path("next"), 0),
                            state(schedule),
                            text(schedule, "timetable")));
            columns.print(out);
        }

        private static String text(JsonNode list, int index) {
            return list.path(index).asString("");
        }
    }

    static String state(JsonNode schedule) {
        if (schedule.path("paused").asBoolean()) {
            return "paused by " + schedule.path("pausedBy").asString("") + ": "
                    + schedule.path("pausedWhy").asString("");
        }
        return schedule.path("planned").asBoolean() ? "planned" : "not planned";
    }

    /** An act on one of them. */
    abstract static class OnOne extends ActCommand {
        @Parameters(paramLabel = "NAME", description = "The schedule.")
        private String name;

        abstract String verb();

        @Override
        final String path() {
            return "/api/schedules/" + ApiClient.encoded(name) + "/" + verb();
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println(name + " is " + state(answer));
        }
    }

    @Command(name = "run", mixinStandardHelpOptions = true, description = "Fire it once now, beside its timetable.")
    static final class Run extends OnOne {
        @Override
        String verb() {
            return "run";
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println("it fires as task " + text(answer, "task"));
        }
    }

    @Command(name = "pause", mixinStandardHelpOptions = true, description = "Skip its instants until it is resumed.")
    static final class Pause extends OnOne {
        @Override
        String verb() {
            return "pause";
        }
    }

    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Let it fire again.")
    static final class Resume extends OnOne {
        @Override
        String verb() {
            return "resume";
        }
    }
}
