package dev.oncemore.spreadsheet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Recognises files of other types and says how to convert them. */
final class ForeignFile {
    private static final byte[] OLE = {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0};
    private static final byte[] ENCRYPTED = "EncryptedPackage".getBytes(StandardCharsets.UTF_16LE);
    private static final byte[] PDF = "%PDF".getBytes(StandardCharsets.US_ASCII);

    private ForeignFile() {}

    /** Throws for files of known other types; returns true otherwise. */
    static boolean refuse(byte[] file) {
        if (startsWith(file, OLE)) {
            throw new IllegalArgumentException(
                    contains(file, ENCRYPTED)
                            ? "the workbook is protected by a password; save it without one and send the new file"
                            : "this is an old workbook (.xls); save it as .xlsx or CSV and send the new file");
        }
        if (startsWith(file, PDF)) {
            throw new IllegalArgumentException("this is a PDF; send the sheet as .xlsx or CSV");
        }
        return true;
    }

    private static boolean startsWith(byte[] file, byte[] start) {
        return file.length >= start.length && Arrays.equals(file, 0, start.length, start, 0, start.length);
    }

    private static boolean contains(byte[] file, byte[] part) {
        for (int i = 0; i + part.length <= file.length; i++) {
            if (file[i] == part[0] && Arrays.equals(file, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }
}
