package dev.oncemore.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkplaceTest {
    private final AtomicInteger preparations = new AtomicInteger();

    @TempDir
    private Path temporary;

    private void prepare(Path folder) throws IOException {
        preparations.incrementAndGet();
        Files.createDirectory(folder.resolve("bin"));
        Files.writeString(folder.resolve("bin/server"), "binary");
    }

    @Test
    void anInstallationIsPreparedOnceAndKept() {
        Path first = Workplace.in(temporary).installation("server-1", this::prepare);
        Path second = Workplace.in(temporary).installation("server-1", this::prepare);

        assertThat(first).isEqualTo(second);
        assertThat(first.resolve("bin/server")).hasContent("binary");
        assertThat(preparations).hasValue(1);
    }

    @Test
    void anInstallationThatLostFilesIsPreparedAnew() throws IOException {
        Path installation = Workplace.in(temporary).installation("server-1", this::prepare);
        Files.delete(installation.resolve("bin/server"));

        Workplace.in(temporary).installation("server-1", this::prepare);

        assertThat(installation.resolve("bin/server")).hasContent("binary");
        assertThat(preparations).hasValue(2);
    }

    @Test
    void aFailedPreparationLeavesNothing() throws IOException {
        Workplace workplace = Workplace.in(temporary);

        assertThatThrownBy(() -> workplace.installation("server-1", folder -> {
                    prepare(folder);
                    throw new IOException("disk full");
                }))
                .isInstanceOf(OncemoreException.class)
                .hasMessageContaining("cannot prepare")
                .hasRootCauseMessage("disk full");

        assertThat(Trees.count(temporary)).isEqualTo(2);
    }

    @Test
    void thosePreparingAtTheSameTimeAgreeOnOne() throws Exception {
        int threads = 8;
        CyclicBarrier allPrepared = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Path>> installations = IntStream.range(0, threads)
                    .mapToObj(i -> executor.submit(() -> Workplace.in(temporary).installation("server-1", folder -> {
                        prepare(folder);
                        await(allPrepared);
                    })))
                    .toList();
            for (Future<Path> installation : installations) {
                assertThat(installation.get(30, TimeUnit.SECONDS).resolve("bin/server"))
                        .hasContent("binary");
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(preparations).hasValue(threads);
        // The workplace, in it the one installation, and in that the folder, the file and the mark of completeness.
        assertThat(Trees.count(temporary)).isEqualTo(6);
    }

    private static void await(CyclicBarrier barrier) throws IOException {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @Test
    void instancesAreNewFolders() {
        Workplace workplace = Workplace.in(temporary);

        assertThat(Stream.of(workplace.instance("redis"), workplace.instance("redis")))
                .doesNotHaveDuplicates()
                .allSatisfy(folder -> assertThat(folder).isEmptyDirectory());
    }
}
