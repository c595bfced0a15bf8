package dev.oncemore.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches what programs other than this process and its children take of the processors, on Linux. Ended children count,
 * because the kernel adds their time to that of the parent that waited for them.
 */
public final class CpuWatch {
    private static final Path PROC = Path.of("/proc");
    private static final int OWN_FIELDS_FROM =
            11; // utime, stime, cutime, cstime, counted after the name of the program
    private static final int OWN_FIELDS = 4;

    private final @Nullable Ticks begin;

    private CpuWatch(@Nullable Ticks begin) {
        this.begin = begin;
    }

    /** Begins to watch. */
    public static CpuWatch start() {
        return new CpuWatch(Ticks.now());
    }

    /** What others took since then; empty on systems that do not tell. */
    public Optional<Disturbance> since(String what) {
        Ticks now = Ticks.now();
        if (begin == null || now == null || now.all <= begin.all) {
            return Optional.empty();
        }
        double all = now.all - begin.all;
        long others = Math.max(0, now.programs - begin.programs - (now.own - begin.own));
        return Optional.of(new Disturbance(what, 100 * others / all, 100 * (now.steal - begin.steal) / all));
    }

    /** Counts of the kernel's ticks: of all processors, of all programs, stolen, and of this process with its children. */
    private record Ticks(long all, long programs, long steal, long own) {

        static @Nullable Ticks now() {
            try {
                long[] counts = Stream.of(Files.readString(PROC.resolve("stat"))
                                .lines()
                                .findFirst()
                                .orElse("")
                                .trim()
                                .split(" +"))
                        .skip(1)
                        .mapToLong(Long::parseLong)
                        .toArray();
                // user nice system idle iowait irq softirq steal; guests are part of the first two
                return new Ticks(
                        LongStream.of(counts).limit(8).sum(), counts[0] + counts[1] + counts[2], counts[7], ownTicks());
            } catch (IOException | RuntimeException e) {
                return null; // another system, or a kernel that counts differently
            }
        }

        private static long ownTicks() throws IOException {
            ProcessHandle self = ProcessHandle.current();
            long ticks = 0;
            for (ProcessHandle process :
                    Stream.concat(Stream.of(self), self.descendants()).toList()) {
                ticks += ticksOf(process.pid());
            }
            return ticks;
        }

        private static long ticksOf(long pid) throws IOException {
            try {
                String stat = Files.readString(PROC.resolve(pid + "/stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                return Stream.of(fields)
                        .skip(OWN_FIELDS_FROM)
                        .limit(OWN_FIELDS)
                        .mapToLong(Long::parseLong)
                        .sum();
            } catch (NoSuchFileException e) {
                return 0; // it has just ended
            }
        }
    }
}
