package dev.oncemore.jdbc.internal.task;

import dev.oncemore.internal.Text;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads as much of a damaged row as possible, for display: one bad row must not make a list fail. */
final class DamagedTaskReader {
    /** The header that says what is wrong, in place of the row's own headers. */
    static final String HEADER = "oncemore-damaged";

    private static final int DAMAGE_LENGTH_MAX = 900;

    private DamagedTaskReader() {}

    static Task read(ResultSet row, String damage) throws SQLException {
        String lane = name(row.getString(8), 255);
        byte[] payload = row.getBytes(4);
        return new Task(
                orUnreadable(name(row.getString(1), Task.ID_LENGTH_MAX)),
                orUnreadable(name(row.getString(2), Task.NAME_LENGTH_MAX)),
                orUnreadable(name(row.getString(3), Task.KIND_LENGTH_MAX)),
                payload == null ? Bytes.ofText("") : Bytes.of(payload),
                Map.of(HEADER, Text.cut(damage, DAMAGE_LENGTH_MAX)),
                0,
                null,
                lane == null ? null : new Lane(lane, onPoison(row.getString(9))),
                name(row.getString(10), 255));
    }

    private static String orUnreadable(@Nullable String text) {
        return text == null ? "unreadable" : text;
    }

    /** Characters that a name cannot have become question marks. */
    private static @Nullable String name(@Nullable String text, int lengthMax) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        String printable = text.replaceAll("[^ -~]", "?");
        return printable.substring(0, Math.min(lengthMax, printable.length()));
    }

    /** Anything but an explicit PARK skips, so that a damaged row does not hold up its lane. */
    private static OnPoison onPoison(@Nullable String text) {
        return "PARK".equals(text) ? OnPoison.PARK : OnPoison.SKIP;
    }
}
