package dev.oncemore.torture.planted;

import java.nio.charset.StandardCharsets;

/**
 * Replaces a piece of SQL in the schema scripts of a database.
 *
 * @param folder the scripts' folder on the class path
 * @param after the text before the piece: the first piece after each occurrence of this text is replaced
 * @param piece the text to replace
 * @param by the replacement
 */
record TextEdit(String folder, String after, String piece, String by) implements Edit {

    @Override
    public boolean concerns(String path) {
        return path.startsWith(folder) && path.endsWith(".sql");
    }

    /** Leaves scripts without the text unchanged; the loader notices when no script has it. */
    @Override
    public byte[] apply(String path, byte[] original) {
        return replaced(path, new String(original, StandardCharsets.UTF_8), after, piece, by)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String target() {
        return folder;
    }

    static String replaced(String where, String text, String after, String piece, String by) {
        StringBuilder edited = new StringBuilder(text);
        int place = edited.indexOf(after);
        while (place >= 0) {
            int start = edited.indexOf(piece, place + after.length());
            if (start < 0) {
                throw new NotApplicableException(
                        "'" + piece + "' is not behind '" + after + "' in " + where + " any more");
            }
            edited.replace(start, start + piece.length(), by);
            place = edited.indexOf(after, start + by.length());
        }
        return edited.toString();
    }
}
