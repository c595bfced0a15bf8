package dev.oncemore.desk.billing;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * What a billing run did.
 *
 * @param documents how many documents it enqueued
 * @param earlier how many customers had been billed for the month before
 * @param sheets where the documents are
 */
public record BillingResult(int documents, int earlier, List<String> sheets) {
    /**
     * A customer that was billed for a period.
     *
     * @param company whose document it is
     * @param customer who
     * @param start the first day
     * @param end the last day
     * @param number the document's number
     * @param sheet where its state is
     * @param at when it was enqueued
     */
    public record Period(
            String company, String customer, LocalDate start, LocalDate end, String number, String sheet, Instant at) {}
}
