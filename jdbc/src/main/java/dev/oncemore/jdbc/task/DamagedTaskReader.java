package dev.oncemore.jdbc.task;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.task.store.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be read of a damaged row, so that a person can be shown the rest: a list must not fail because of one row. */
final class DamagedTaskReader {
    /** A header in place of those that could not be read. */
    static final String HEADER = "oncemore-damaged";

    private static final int DAMAGE_LENGTH_MAX = 900;

    private DamagedTaskReader() {}

    static Task read(ResultSet row, String damage) throws SQLException {
        String lane = name(row.getString(8), 255);
        byte[] payload = row.getBytes(4);
        return new Task(
                orUnreadable(name(row.getString(1), Task.ID_LENGTH_MAX)),
                orUnreadable(name(row.getString(2), Task.NAME_LENGTH_MAX)),
                orUnreadable(name(row.getString(3), Task.NAME_LENGTH_MAX)),
                payload == null ? Bytes.ofText("") : Bytes.of(payload),
                Map.of(HEADER, cut(Words.cut(damage))),
                0,
                null,
                lane == null ? null : new Lane(lane, onPoison(row.getString(9))),
                name(row.getString(10), 255));
    }

    private static String cut(String text) {
        return text.length() <= DAMAGE_LENGTH_MAX ? text : Words.cut(text).substring(0, DAMAGE_LENGTH_MAX);
    }

    private static String orUnreadable(@Nullable String text) {
        return text == null ? "unreadable" : text;
    }

    /** With a question mark for each character that a name cannot have. */
    private static @Nullable String name(@Nullable String text, int lengthMax) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        String printable = text.replaceAll("[^ -~]", "?");
        return printable.substring(0, Math.min(lengthMax, printable.length()));
    }

    /** A lane is held only by what says so. */
    private static OnPoison onPoison(@Nullable String text) {
        return "PARK".equals(text) ? OnPoison.PARK : OnPoison.SKIP;
    }
}
