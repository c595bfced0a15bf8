package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.Sheet;

/**
 * Where a sheet goes, and how far it is.
 *
 * @param connector the accounting system it goes to; empty when none is connected
 * @param isPaused whether nothing of it is sent for now
 * @param remaining how much of it is left
 */
public record SheetProgress(String connector, boolean isPaused, Remaining remaining) {

    /** As it stands. Ask for this first: when nothing is under way any more, what is counted after that stays so. */
    public static SheetProgress of(SendService sendService, Sheet sheet) {
        SendSettings sending = sendService.sending(sheet.id());
        String connector = sending.connector().isEmpty()
                ? sendService.connectors().stream().findFirst().orElse("")
                : sending.connector();
        return new SheetProgress(connector, sending.isPaused(), sendService.remaining(sheet));
    }
}
