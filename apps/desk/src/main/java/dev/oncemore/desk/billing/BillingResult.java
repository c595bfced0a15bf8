package dev.oncemore.desk.billing;

import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a billing run did.
 *
 * @param documents how many documents it enqueued
 * @param earlier how many customers had been billed for the month before
 * @param sheets where the documents are
 * @param notBilled why customers could not be billed, by customer or by company and type
 */
public record BillingResult(int documents, int earlier, List<String> sheets, Map<String, String> notBilled) {
    private static final int TOLD = 20;

    /** Keeps copies, in their order. */
    public BillingResult {
        sheets = List.copyOf(sheets);
        notBilled = new LinkedHashMap<>(notBilled);
    }

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

    /** What to say if customers could not be billed; all others were. */
    public Optional<String> problem() {
        return notBilled.isEmpty()
                ? Optional.empty()
                : Optional.of("not billed: "
                        + notBilled.entrySet().stream()
                                .limit(TOLD)
                                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                                .collect(Collectors.joining("; "))
                        + (notBilled.size() > TOLD ? " and " + (notBilled.size() - TOLD) + " more" : "")
                        + "; all others were billed");
    }

    /**
     * Fails if customers could not be billed.
     *
     * @throws IllegalArgumentException that says whom, and why
     */
    public void requireAll() {
        problem().ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }
}
