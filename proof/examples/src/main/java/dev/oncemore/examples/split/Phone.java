package dev.oncemore.examples.split;

import dev.oncemore.examples.split.Group.Expense;
import dev.oncemore.time.Ids;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A phone: keeps entries, each with its id, until the server has answered. */
final class Phone {
    private final String owner;
    private final Ids ids;
    private final Map<String, Expense> unanswered = new LinkedHashMap<>();

    Phone(String owner, Ids ids) {
        this.owner = owner;
        this.ids = ids;
    }

    // snippet: phone
    void enter(Expense expense) {
        unanswered.put(ids.next(), expense); // also without a network
    }

    /** Sends everything that is not answered, in order, with the same ids as the last time. */
    Map<Expense, String> upload(Group group) throws SQLException {
        Map<Expense, String> answers = new LinkedHashMap<>();
        for (Map.Entry<String, Expense> entry : unanswered.entrySet()) {
            answers.put(entry.getValue(), group.enter(owner, entry.getKey(), entry.getValue()));
        }
        return answers;
    }
    // end

    /** The answers have arrived. */
    void settle() {
        unanswered.clear();
    }
}
