package dev.oncemore.examples.snippets.migrate;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A bank whose first reply is lost: the charge has happened, and the client sees a timeout. */
class LossyBank {
    private final List<String> charges = new ArrayList<>();

    /** Charges for every request. */
    String charge(String invoice) throws IOException {
        charges.add(invoice);
        if (charges.size() == 1) {
            throw new SocketTimeoutException("Read timed out");
        }
        return "charge-" + charges.size();
    }

    int charges() {
        return charges.size();
    }
}
