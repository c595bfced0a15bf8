package dev.oncemore.desk.sheet;

import dev.oncemore.spreadsheet.Checkpoint;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads and checks every file of a folder in a process with little memory, and says for each what became of it. */
final class HostileReading {
    private HostileReading() {}

    /** Ends with 0 when each file was read or refused with a message. */
    public static void main(String[] arguments) throws Exception {
        List<Path> files;
        try (Stream<Path> found = Files.list(Path.of(arguments[0]))) {
            files = found.sorted().toList();
        }
        for (Path file : files) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            String result;
            try {
                result = read(Files.readAllBytes(file));
            } catch (IllegalArgumentException e) {
                result = "refused: " + e.getMessage();
            }
            long millis = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1_000_000;
            System.out.println(file.getFileName() + "\t" + millis + "\t" + result.replace('\n', ' '));
        }
    }

    private static String read(byte[] bytes) {
        long[] checkpoints = {0};
        Checkpoint counting = () -> checkpoints[0]++;
        SheetFile file = SheetFile.read(bytes, ReadOptions.NONE, Map.of(), false, counting);
        Judged judged = Judged.of(file, CreatedBefore.NOT_ASKED);
        long[] stored = {0};
        file.lines().forEach(line -> {
            SheetRow row = judged.checked().asNew(line);
            stored[0] += row.message().length()
                    + row.cells().values().stream().mapToInt(String::length).sum();
        });
        if (stored[0] > 50_000_000) {
            throw new IllegalStateException("it would keep " + stored[0] + " characters");
        }
        return "read: " + file.lines().size() + " rows, " + judged.checked().wrong() + " wrong, " + stored[0]
                + " characters kept, " + judged.total().documents() + " documents";
    }
}
