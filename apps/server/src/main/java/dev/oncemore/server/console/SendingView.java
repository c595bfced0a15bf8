package dev.oncemore.server.console;

import dev.oncemore.desk.send.Remaining;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.sheet.RowState;

/**
 * How far a sheet is, and what can be done about it.
 *
 * @param path where its sheet is
 * @param connector where it goes
 * @param remaining such as "412 rows, about 14 min at 30 a minute"; empty when nothing is left
 * @param isPaused whether it is paused
 * @param mayPause whether it can be paused now
 * @param pending how many rows can be withdrawn
 * @param open how many rows can be sent again
 */
public record SendingView(
        String path, String connector, String remaining, boolean isPaused, boolean mayPause, int pending, int open) {
    static SendingView of(SheetProgress progress, SheetView view, boolean isOpen) {
        Remaining remaining = progress.remaining();
        return new SendingView(
                view.path(),
                progress.connector(),
                isOpen && remaining.rows() > 0 ? remaining.sentence() : "",
                isOpen && progress.isPaused(),
                isOpen && !progress.isPaused() && remaining.rows() > 0,
                isOpen ? view.count(RowState.PENDING) : 0,
                isOpen ? view.count(RowState.ERROR) + view.count(RowState.UNKNOWN) : 0);
    }
}
