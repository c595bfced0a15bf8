package dev.oncemore.desk.billing;

/**
 * A place in a list by company and customer: what comes after it is on the next page.
 *
 * @param company the company of the last line
 * @param customer its customer
 */
public record BillingPlace(String company, String customer) {
    /** Before the first line. */
    public static final BillingPlace START = new BillingPlace("", "");

    /** Reads a place as it is written; an empty text is the start. Any other text is somewhere in the list, too. */
    public static BillingPlace parse(String text) {
        int slash = text.lastIndexOf('/');
        return slash < 0
                ? new BillingPlace(text, "")
                : new BillingPlace(text.substring(0, slash), text.substring(slash + 1));
    }

    /** As {@link #parse} reads it. */
    public String written() {
        return company + "/" + customer;
    }

    boolean isStart() {
        return equals(START);
    }
}
