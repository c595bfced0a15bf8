package dev.oncemore.testkit.sheet;

import java.util.Map;
import java.util.function.Supplier;

/** The hostile sheets whose archive is the weapon: bombs, and parts without number. */
final class HostileArchives {
    private HostileArchives() {}

    static void addTo(Map<String, Supplier<byte[]>> files) {
        // No part is large enough to be a bomb, but all of them together are.
        files.put("bombs-small.xlsx", () -> {
            HostileWorkbook book = new HostileWorkbook();
            for (int i = 0; i < 24; i++) {
                book.with("xl/media/image" + i + ".bin", out -> {
                    for (int block = 0; block < 9_900; block++) {
                        out.write(" ".repeat(1_000));
                    }
                });
            }
            return book.bytes();
        });
        files.put(
                "bomb-false-size.xlsx",
                () -> falseSizes(new HostileWorkbook()
                        .with(HostileWorkbook.STRINGS, out -> {
                            for (int block = 0; block < 200_000; block++) {
                                out.write(" ".repeat(1_000));
                            }
                        })
                        .bytes()));
        files.put("parts-many.xlsx", () -> {
            HostileWorkbook book = new HostileWorkbook();
            for (int i = 0; i < 60_000; i++) {
                book.with("p" + i, out -> {});
            }
            return book.bytes();
        });
        files.put(
                "relations-many.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.RELATIONS, out -> {
                            out.write("<Relationships>" + HostileWorkbook.usualRelations());
                            for (int i = 0; i < 250_000; i++) {
                                out.write(HostileWorkbook.relation("x" + i, "worksheet", "worksheets/x" + i + ".xml"));
                            }
                            out.write("</Relationships>");
                        })
                        .bytes());
        files.put(
                "sheets-many.xlsx",
                () -> new HostileWorkbook()
                        .with(HostileWorkbook.BOOK, out -> {
                            out.write("<workbook><sheets>");
                            for (int i = 0; i < 500_000; i++) {
                                out.write("<sheet name=\"" + i + "\" r:id=\"r1\"/>");
                            }
                            out.write("</sheets></workbook>");
                        })
                        .bytes());
        files.put(
                "sheet-name.xlsx",
                () -> new HostileWorkbook()
                        .with(
                                HostileWorkbook.BOOK,
                                out -> out.write("<workbook><sheets><sheet name=\"" + "s".repeat(60_000)
                                        + "\" r:id=\"r1\"/></sheets></workbook>"))
                        .bytes());
    }

    /** The archive with a size of 1 for every part in its directory. */
    private static byte[] falseSizes(byte[] archive) {
        for (int i = 0; i + 28 < archive.length; i++) {
            if (archive[i] == 'P' && archive[i + 1] == 'K' && archive[i + 2] == 1 && archive[i + 3] == 2) {
                archive[i + 24] = 1;
                archive[i + 25] = 0;
                archive[i + 26] = 0;
                archive[i + 27] = 0;
            }
        }
        return archive;
    }
}
