package dev.oncemore.torture.nemesis;

import dev.oncemore.OncemoreException;
import dev.oncemore.torture.nemesis.node.NodeMain;
import dev.oncemore.torture.nemesis.node.StoreAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts, kills, stops and resumes the node processes. None of them outlives this process. */
final class Fleet implements AutoCloseable {
    private static final long READY_SECONDS_MAX = 60;
    private static final long ENDED_SECONDS_MAX = 30;

    private static final int REHEARSAL = 1_000_000;
    private static final long REHEARSAL_MILLIS = 1_000;

    private final StoreAddress address;
    private final NodeLedger ledger;
    private final Random seeds;
    private final Path folder;
    private final ClassArchive archive;
    private final NodeServer server;
    private final Thread hook = new Thread(this::killAll, "torture-kill-nodes");
    private final Map<String, NodeProcess> byName = new ConcurrentHashMap<>();
    private final @Nullable NodeProcess[] current;
    private final AtomicInteger lives = new AtomicInteger();
    private volatile int round;

    Fleet(StoreAddress address, int nodes, NodeLedger ledger, long seed) throws IOException, InterruptedException {
        this.address = address;
        this.ledger = ledger;
        seeds = new Random(seed);
        folder = Files.createTempDirectory("oncemore-torture-");
        archive = new ClassArchive(folder.resolve("nodes.jsa"));
        server = new NodeServer(ledger, this::named);
        current = new NodeProcess[nodes];
        Runtime.getRuntime().addShutdownHook(hook);
        if (archive.isPossible()) {
            archiveClasses();
        }
        for (int i = 0; i < nodes; i++) {
            start(i);
        }
    }

    boolean isOnSql() {
        return !address.isRedis();
    }

    int size() {
        return current.length;
    }

    NodeProcess member(int index) {
        synchronized (current) {
            return Objects.requireNonNull(current[index], "all are started");
        }
    }

    List<NodeProcess> members() {
        synchronized (current) {
            return Stream.of(current).filter(Objects::nonNull).toList();
        }
    }

    private Optional<NodeProcess> named(String name) {
        synchronized (current) {
            return Optional.ofNullable(byName.get(name));
        }
    }

    private void start(int index) throws IOException {
        start(index, archive.usingIt());
    }

    private NodeProcess start(int index, List<String> flags) throws IOException {
        String name = "n" + index + "g" + lives.incrementAndGet();
        Path own = Files.createDirectory(folder.resolve(name));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx96m",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + own));
        command.addAll(flags);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                name,
                Long.toString(seeds.nextLong()),
                Integer.toString(server.port())));
        command.addAll(address.arguments());
        synchronized (current) {
            // Its first message may arrive before this returns, so the server looks it up under the same lock.
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(own.resolve("said").toFile())
                    .start();
            NodeProcess member = new NodeProcess(index, name, process, own);
            byName.put(name, member);
            current[index] = member;
            return member;
        }
    }

    /** Runs a first node for a moment to make the class archive that all others use. */
    private void archiveClasses() throws IOException, InterruptedException {
        NodeProcess model = start(0, archive.makingIt());
        beginRound(REHEARSAL);
        awaitWorking(0);
        Thread.sleep(REHEARSAL_MILLIS);
        model.send("calm", Integer.toString(REHEARSAL));
        for (int i = 0; i < READY_SECONDS_MAX * 100 && !model.wasQuietIn(REHEARSAL); i++) {
            Thread.sleep(10);
        }
        model.condemn();
        model.send("leave");
        if (!model.process.waitFor(ENDED_SECONDS_MAX, TimeUnit.SECONDS)) {
            model.process.destroyForcibly().waitFor();
        }
        bury(model);
        ledger.forget();
    }

    /** Waits until the node works in this round; fails if it does not in time. */
    NodeProcess awaitWorking(int index) throws InterruptedException {
        NodeProcess member = member(index);
        if (!member.awaitReady(READY_SECONDS_MAX)) {
            throw new OncemoreException("a node did not start: " + said(member));
        }
        member.send("round", Integer.toString(round));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS_MAX);
        while (!member.isWorking()) {
            if (!member.process.isAlive()) {
                throw new OncemoreException("a node ended by itself: " + said(member));
            }
            if (System.nanoTime() - end > 0) {
                throw new OncemoreException("a node started, but does no work: " + said(member));
            }
            Thread.sleep(2);
        }
        return member;
    }

    void beginRound(int next) {
        round = next;
        members().forEach(member -> member.send("round", Integer.toString(next)));
    }

    /** Kills it with SIGKILL and starts its successor. Returns whether it was alive. */
    boolean kill(NodeProcess member) throws InterruptedException, IOException {
        member.condemn();
        member.process.destroyForcibly();
        if (!member.process.waitFor(ENDED_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new OncemoreException("a node could not be killed: " + member);
        }
        boolean wasKilled = member.process.exitValue() == 128 + 9;
        bury(member);
        start(member.index);
        return wasKilled;
    }

    private void bury(NodeProcess member) {
        byName.remove(member.name);
        ledger.gone(member);
        deleteAll(member.folder);
    }

    /** Reports a node that ended by itself, and starts it again. */
    void requireAlive(NodeProcess member) throws IOException {
        if (!member.process.isAlive() && !member.isCondemned()) {
            ledger.died(member, said(member));
            bury(member);
            start(member.index);
        }
    }

    private static String said(NodeProcess member) {
        try {
            String text = Files.readString(member.folder.resolve("said"));
            return text.substring(Math.max(0, text.length() - 2_000));
        } catch (IOException e) {
            return "(nothing: " + e + ")";
        }
    }

    private void killAll() {
        members().forEach(member -> {
            member.condemn();
            member.process.destroyForcibly();
        });
    }

    @Override
    public void close() throws IOException {
        killAll();
        server.close();
        Runtime.getRuntime().removeShutdownHook(hook);
        deleteAll(folder);
    }

    private static void deleteAll(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            // Files of a process that just died are deleted with the temporary folder.
        }
    }
}
