package dev.oncemore.torture.doors;

import dev.oncemore.testkit.sheet.HostileSheets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What somebody with the role of staff sends: hostile files above all. */
final class StaffAttacks {
    private static final String FROM = "127.0.0.3";
    private static final Duration OFTEN = Duration.ofMillis(50);
    private static final Duration SELDOM = Duration.ofMillis(500);
    private static final int STREAMS_MAX = 60;
    private static final int LARGE = 9_900_000;

    private final int port;
    private final String authorization;
    private final Deque<Wire> streams = new ArrayDeque<>();

    StaffAttacks(int port, String token) {
        this.port = port;
        this.authorization = "Authorization: Bearer " + token + "\r\n";
    }

    List<Attack> all() {
        List<Attack> attacks = new ArrayList<>(List.of(
                new Attack("live streams", OFTEN, round -> stream()),
                new Attack("JSON trees", SELDOM, round -> json("{\"a\":[" + "[0],".repeat(240_000) + "0]}")),
                new Attack("deep JSON", SELDOM, round -> json("[".repeat(1_000_000))),
                new Attack("wide JSON", SELDOM, round -> json(wide())),
                new Attack(
                        "large uploads",
                        SELDOM,
                        round -> upload("large.csv", "x".repeat(LARGE).getBytes(StandardCharsets.UTF_8))),
                new Attack(
                        "large uploads at the same time",
                        SELDOM,
                        round -> upload("large.csv", "1,2\n".repeat(LARGE / 4).getBytes(StandardCharsets.UTF_8)))));
        // Made once: their maker must not take the processor from the server.
        Map<String, Supplier<byte[]>> sheets = HostileSheets.all();
        List<String> names = List.copyOf(sheets.keySet());
        Map<String, byte[]> made = new ConcurrentHashMap<>();
        attacks.add(new Attack("hostile sheets", OFTEN, round -> {
            String name = names.get(round % names.size());
            upload(
                    name,
                    made.computeIfAbsent(
                            name,
                            asked -> Objects.requireNonNull(sheets.get(asked)).get()));
        }));
        return attacks;
    }

    private static String wide() {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 90_000; i++) {
            json.append('"').append(i).append("\":0,");
        }
        return json.append("\"z\":0}").toString();
    }

    private void json(String body) throws IOException {
        try (Wire wire = Wire.connect(FROM, port)) {
            wire.write("PUT /api/billing/plans/a/b HTTP/1.1\r\nHost: x\r\n" + authorization
                    + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: " + body.length()
                    + "\r\n\r\n");
            wire.write(body);
            wire.status();
        }
    }

    private void upload(String fileName, byte[] content) throws IOException {
        try (Wire wire = Wire.connect(FROM, port)) {
            byte[] body = Forms.upload(fileName, content);
            wire.write("POST /api/sheets HTTP/1.1\r\nHost: x\r\n" + authorization + "Content-Type: " + Forms.TYPE
                    + "\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n");
            wire.write(body);
            wire.status();
        }
    }

    private synchronized void stream() throws IOException {
        Wire wire = Wire.connect(FROM, port);
        streams.add(wire);
        wire.write("GET /live HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n" + authorization + "\r\n");
        if (streams.size() > STREAMS_MAX) {
            streams.remove().close();
        }
    }

    synchronized void close() throws IOException {
        for (Wire wire : streams) {
            wire.close();
        }
    }

    /** The form of an upload. */
    static final class Forms {
        static final String TYPE = "multipart/form-data; boundary=b";

        private Forms() {}

        static byte[] upload(String fileName, byte[] content) {
            ByteArrayOutputStream body = new ByteArrayOutputStream(content.length + 1_000);
            body.writeBytes(text("company", "acme"));
            body.writeBytes(text("type", "invoice"));
            body.writeBytes(bytes(
                    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + fileName + "\"\r\n\r\n"));
            body.writeBytes(content);
            body.writeBytes(bytes("\r\n--b--\r\n"));
            return body.toByteArray();
        }

        private static byte[] text(String name, String value) {
            return bytes("--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
