package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.SpringSettings.Setting;
import java.util.ArrayList;
import java.util.List;

/** Reads a properties file with its lines, which {@link java.util.Properties} does not keep. */
final class PropertyLines {
    private PropertyLines() {}

    /** The settings of each document; {@code #---} separates documents. */
    static List<List<Setting>> read(String text) {
        List<List<Setting>> documents = new ArrayList<>();
        List<Setting> document = new ArrayList<>();
        documents.add(document);
        String[] lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            int first = i + 1;
            StringBuilder logical = new StringBuilder(lines[i].stripLeading());
            if (logical.toString().strip().equals("#---")
                    || logical.toString().strip().equals("!---")) {
                document = new ArrayList<>();
                documents.add(document);
                continue;
            }
            if (logical.length() == 0 || logical.charAt(0) == '#' || logical.charAt(0) == '!') {
                continue;
            }
            while (isContinued(logical) && i + 1 < lines.length) {
                logical.setLength(logical.length() - 1);
                logical.append(lines[++i].stripLeading());
            }
            document.add(setting(logical.toString(), first));
        }
        return documents;
    }

    private static boolean isContinued(CharSequence line) {
        int backslashes = 0;
        for (int i = line.length() - 1; i >= 0 && line.charAt(i) == '\\'; i--) {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static Setting setting(String line, int number) {
        int end = 0;
        while (end < line.length() && !isSeparator(line, end)) {
            end++;
        }
        int value = end;
        while (value < line.length() && Character.isWhitespace(line.charAt(value))) {
            value++;
        }
        if (value < line.length() && (line.charAt(value) == '=' || line.charAt(value) == ':')) {
            value++;
        }
        return new Setting(
                line.substring(0, end).replace("\\", ""),
                line.substring(value).strip().replace("\\\\", "\\"),
                number);
    }

    private static boolean isSeparator(String line, int at) {
        char letter = line.charAt(at);
        boolean escaped = at > 0 && line.charAt(at - 1) == '\\';
        return !escaped && (letter == '=' || letter == ':' || Character.isWhitespace(letter));
    }
}
