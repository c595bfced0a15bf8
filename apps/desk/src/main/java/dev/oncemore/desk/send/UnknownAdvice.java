package dev.oncemore.desk.send;

/** What a person does about a document with an unknown outcome. */
final class UnknownAdvice {
    private UnknownAdvice() {}

    /**
     * For the end of a message.
     *
     * @param canFind whether the accounting system can be asked for a number
     */
    static String onUnknown(boolean canFind) {
        return canFind
                ? "; resend it, which asks for its number first"
                : "; this accounting system cannot be asked for it: look there, and say on the page Records what you found";
    }
}
