package dev.oncemore.bench.task;

/** What every subject stores with a task: its number, and about as much as a small order has. */
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
