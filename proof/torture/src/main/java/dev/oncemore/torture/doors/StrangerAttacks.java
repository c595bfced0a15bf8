package dev.oncemore.torture.doors;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What somebody without an account sends. */
final class StrangerAttacks {
    private static final String FROM = "127.0.0.2";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final Duration OFTEN = Duration.ofMillis(10);
    private static final Duration SELDOM = Duration.ofMillis(200);
    private static final int HELD_MAX = 300;
    private static final int CHUNK = 64 << 10;

    private final int port;
    private final Deque<Wire> held = new ArrayDeque<>();

    StrangerAttacks(int port) {
        this.port = port;
    }

    List<Attack> all() {
        return List.of(
                new Attack("logins with long names", OFTEN, round -> login("n" + round + "x".repeat(7_000))),
                new Attack("logins with many names", OFTEN, round -> login("name" + round)),
                new Attack("logins as admin", SELDOM, round -> login("admin")),
                new Attack("padded names", SELDOM, round -> login("admin" + "+".repeat(round % 50))),
                new Attack("large logins", SELDOM, round -> flood("/login", FORM, 10)),
                new Attack("forms of many fields", SELDOM, round -> form("&f=".repeat(2_700))),
                new Attack("uploads of nobody", SELDOM, round -> flood("/api/sheets", multipart(), 10)),
                new Attack("large requests of nobody", SELDOM, round -> flood("/nowhere", "", 10)),
                new Attack("broken-off bodies", OFTEN, round -> brokenOff()),
                new Attack(
                        "bad chunks",
                        OFTEN,
                        round -> raw("POST /login HTTP/1.1\r\nHost: x\r\n" + FORM
                                + "Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n")),
                new Attack(
                        "old HTTP with chunks",
                        OFTEN,
                        round -> raw("POST /login HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")),
                new Attack("dubious request lines", OFTEN, round -> raw("GET /#x http/1.1\r\nHost: x\r\n\r\n")),
                new Attack(
                        "large headers",
                        SELDOM,
                        round -> raw("GET / HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(100_000) + "\r\n\r\n")),
                new Attack(
                        "guessed tokens",
                        OFTEN,
                        round -> raw("GET /api/queues HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer omt_" + round
                                + "\r\nConnection: close\r\n\r\n")),
                new Attack("held connections", OFTEN, round -> hold()));
    }

    private void login(String name) throws IOException {
        form("name=" + name + "&password=guess");
    }

    private void form(String body) throws IOException {
        raw("POST /login HTTP/1.1\r\nHost: x\r\n" + FORM + "Connection: close\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private static String multipart() {
        return "Content-Type: multipart/form-data; boundary=b\r\n";
    }

    private void raw(String text) throws IOException {
        try (Wire wire = Wire.connect(FROM, port)) {
            wire.write(text);
            wire.status();
        }
    }

    private void flood(String path, String type, int megabytes) throws IOException {
        try (Wire wire = Wire.connect(FROM, port)) {
            wire.write("POST " + path + " HTTP/1.1\r\nHost: x\r\n" + type + "Transfer-Encoding: chunked\r\n\r\n");
            byte[] chunk = ("\r\n" + "a=b&".repeat(CHUNK / 4)).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
            for (int i = 0; i < megabytes << 4; i++) {
                wire.write((i == 0 ? "" : "\r\n") + Integer.toHexString(CHUNK));
                wire.write(chunk);
            }
            wire.write("\r\n0\r\n\r\n");
            wire.status();
        }
    }

    private void brokenOff() throws IOException {
        try (Wire wire = Wire.connect(FROM, port)) {
            wire.write("POST /login HTTP/1.1\r\nHost: x\r\n" + FORM + "Content-Length: 100\r\n\r\nname=a");
            wire.breakOff();
            wire.status();
        }
    }

    /** Requests that never end, as many as one client may have. */
    private synchronized void hold() throws IOException {
        Wire wire = Wire.connect(FROM, port);
        held.add(wire);
        wire.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
        if (held.size() > HELD_MAX) {
            held.remove().close();
        }
    }

    synchronized void close() throws IOException {
        for (Wire wire : held) {
            wire.close();
        }
    }
}
