package dev.oncemore.server.console;

import dev.oncemore.server.desk.PostRoom;
import dev.oncemore.server.desk.RowState;
import dev.oncemore.server.desk.Sending;
import dev.oncemore.server.desk.Sheet;
import java.util.Map;

/**
 * How far a sheet is, and what can be done about it.
 *
 * @param path where its sheet is
 * @param connector where it goes
 * @param remaining such as "412 rows, about 14 min at 30 a minute"; empty when nothing is left
 * @param isPaused whether it is paused
 * @param mayPause whether it can be paused now
 * @param pending how many rows can be taken back
 * @param open how many rows can be sent again
 */
public record SendingView(
        String path, String connector, String remaining, boolean isPaused, boolean mayPause, int pending, int open) {
    static SendingView of(PostRoom post, Sheet sheet, Map<RowState, Integer> counts) {
        Sending sending = post.sending(sheet.id());
        boolean isOpen = post.isConnected() && sheet.isConfirmed();
        var remaining = post.remaining(sheet);
        String connector = sending.connector().isEmpty()
                ? post.connectors().stream().findFirst().orElse("")
                : sending.connector();
        return new SendingView(
                "/desk/sheets/" + Words.encoded(sheet.id()),
                connector,
                isOpen && remaining.rows() > 0 ? remaining.sentence() : "",
                isOpen && sending.isPaused(),
                isOpen && !sending.isPaused() && remaining.rows() > 0,
                isOpen ? counts.getOrDefault(RowState.PENDING, 0) : 0,
                isOpen ? counts.getOrDefault(RowState.ERROR, 0) + counts.getOrDefault(RowState.UNKNOWN, 0) : 0);
    }
}
