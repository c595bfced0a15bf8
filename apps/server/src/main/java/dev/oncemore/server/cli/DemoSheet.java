package dev.oncemore.server.cli;

import java.util.List;
import java.util.Locale;

/** Sample invoices as an office keeps them, a few of them with errors. */
final class DemoSheet {
    static final int ROWS_MIN = 10;
    static final int ROWS_MAX = 10_000;

    private static final String HEADINGS = "number,date,partner,description,quantity,unit_price,tax_rate\n";
    /** Each stands in one row: a day that does not exist, no number of pieces, no price, no tax rate of this world, no partner. */
    private static final List<String> SLIPS = List.of(
            "2026-02-30,Hill & Sons,Green tea,24,850,10",
            "2026-10-31,Harbour Café,Filter paper,many,300,10",
            "2026-10-31,Harbour Café,Filter paper,12,,10",
            "2026-10-31,Nordwind GmbH,Espresso beans,6,2400,ten",
            "2026-10-31,,Oolong,3,1800,10");

    private static final List<String> GOODS = List.of(
            "Hill & Sons,Green tea,24,850,10",
            "Harbour Café,Filter paper,12,300,10",
            "Nordwind GmbH,Espresso beans,6,2400,10",
            "東京商店,煎茶,40,620,8");

    private DemoSheet() {}

    /** A sheet with so many rows, five of them wrong. */
    static String csv(int rows) {
        StringBuilder text = new StringBuilder(HEADINGS);
        int every = rows / SLIPS.size();
        for (int i = 0; i < rows; i++) {
            boolean isSlip = i % every == every / 2 && i / every < SLIPS.size();
            text.append(String.format(Locale.ROOT, "DEMO-%05d,", i + 1));
            text.append(isSlip ? SLIPS.get(i / every) : "2026-10-31," + GOODS.get(i % GOODS.size()));
            text.append('\n');
        }
        return text.toString();
    }

    static int slips() {
        return SLIPS.size();
    }
}
