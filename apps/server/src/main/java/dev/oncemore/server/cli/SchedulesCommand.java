package dev.oncemore.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
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
public final class SchedulesCommand extends CommandGroup {
    private SchedulesCommand() {}

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List schedules with their next run.")
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

    @Command(name = "run", mixinStandardHelpOptions = true, description = "Fire a schedule once now.")
    static final class Run extends OnOne {
        @Override
        String verb() {
            return "run";
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println("started as task " + text(answer, "task"));
        }
    }

    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "Pause a schedule: its instants are skipped.")
    static final class Pause extends OnOne {
        @Override
        String verb() {
            return "pause";
        }
    }

    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Resume a schedule.")
    static final class Resume extends OnOne {
        @Override
        String verb() {
            return "resume";
        }
    }
}
