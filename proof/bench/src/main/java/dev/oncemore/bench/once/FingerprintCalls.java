package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Microbenchmark;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.once.fingerprint.Fingerprinter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.erdtman.jcs.JsonCanonicalizer;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The fingerprint of a request of 100 KB: the SHA-256 of its canonical JSON. The peer is RFC 8785's canonical form, by the
 * library of one of its authors.
 */
public class FingerprintCalls {
    static final String CASE = "fingerprint-100k";

    private static final int BYTES = 100_000;
    private static final byte[] JSON = json(BYTES);

    /** Oncemore's fingerprint. */
    @Benchmark
    public Object oncemore() {
        return Fingerprinter.plain().ofJson("POST", "/payments", JSON);
    }

    /** The SHA-256 of RFC 8785's form. */
    @Benchmark
    public Object canonicalizer() throws IOException {
        return Workload.sha256(new JsonCanonicalizer(JSON).getEncodedUTF8());
    }

    /** The benchmark of each subject, which is the method of its name. */
    static List<Microbenchmark> benchmarks() {
        return Stream.of(Subject.ONCEMORE, Others.CANONICALIZER)
                .map(subject -> new Microbenchmark(CASE, subject, FingerprintCalls.class, subject, Map.of(), 1))
                .toList();
    }

    /** Orders like those of a shop, with fields in random order. */
    static byte[] json(int bytes) {
        String item = """
                {"sku":"A-%1$05d","quantity":%2$d,"price":%2$d.95,"name":"Gizmo № %1$d, “large”",\
                "tags":["blue","b2b",null,true],"dimensions":{"width":12.5,"height":3,"depth":0.75},"discount":-1.5e-3}\
                """;
        int itemBytes = item.formatted(0, 1).getBytes(StandardCharsets.UTF_8).length + 1;
        return IntStream.range(0, bytes / itemBytes)
                .mapToObj(i -> item.formatted(i, 1 + i % 9))
                .collect(Collectors.joining(",", "{\"order\":\"2026-000123\",\"items\":[", "],\"customer\":\"acme\"}"))
                .getBytes(StandardCharsets.UTF_8);
    }
}
