package dev.oncemore.desk.send;

import dev.oncemore.connector.Connectors;
import dev.oncemore.desk.document.DocumentType;

/** What a person does about a document of which nobody knows whether it was created. */
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

    /** As above. Of a connector that is not there now nobody can tell; it is asked first if it can be. */
    static String onUnknown(Connectors connectors, SendSettings sending, DocumentType type) {
        return onUnknown(connectors
                .tryFind(sending.connector())
                .filter(system -> system.spec().takes(type.word()))
                .map(system -> system.canFind(type.word()))
                .orElse(true));
    }
}
