package dev.oncemore.bench.task;

/** The payload of a task, equal for every subject: its number, and about as much data as a small order. */
final class Payload {
    private static final String REST = """
            :{"invoice":"2026-000123","amount":"149.90","currency":"EUR","debtor":"Acme Ltd","due":"2026-11-15"}\
            """;

    private Payload() {}

    static String of(int number) {
        return number + REST;
    }

    static int numberOf(String payload) {
        return Integer.parseInt(payload, 0, payload.indexOf(':'), 10);
    }
}
