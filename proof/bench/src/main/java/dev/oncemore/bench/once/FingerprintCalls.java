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
 * The fingerprint of a request of 100 KB, compared by meaning: JSON brought into one form, and its SHA-256. The other one is
 * RFC 8785's form, made by the library of one of its authors.
 */
public class FingerprintCalls {
    static final String CASE = "fingerprint-100k";

    private static final int BYTES = 100_000;
    private static final byte[] JSON = json(BYTES);

    /** Oncemore's. */
    @Benchmark
    public Object oncemore() {
        return Fingerprinter.plain().ofJson("POST", "/payments", JSON);
    }

    /** RFC 8785's. */
    @Benchmark
    public Object canonicalizer() throws IOException {
        return Workload.sha256(new JsonCanonicalizer(JSON).getEncodedUTF8());
    }

    /** Each subject has a method of its name. */
    static List<Microbenchmark> benchmarks() {
        return Stream.of(Subject.ONCEMORE, Others.CANONICALIZER)
                .map(subject -> new Microbenchmark(CASE, subject, FingerprintCalls.class, subject, Map.of(), 1))
                .toList();
    }

    /** Orders as shops have them, with names in no particular order. */
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
