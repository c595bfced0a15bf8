package dev.oncemore.examples.split;

import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.examples.split.Group.Expense;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import dev.oncemore.time.Ids;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.function.Consumer;

/** Ann and Bob share a dinner, a taxi and two coffees. Both enter the dinner; Ann's phone is offline at first. */
public final class SplitExample implements Example {
    private static final Expense DINNER = new Expense("ann", "2026-01-31", "dinner", 6_000, 1);
    private static final Expense TAXI = new Expense("ann", "2026-01-31", "taxi", 2_000, 1);
    private static final Expense COFFEE = new Expense("bob", "2026-01-31", "coffee", 350, 1);

    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new SplitExample());
    }

    @Override
    public String name() {
        return "split";
    }

    @Override
    public String summary() {
        return "shared expenses: the same dinner from two phones, and an offline phone that sends everything again";
    }

    @Override
    public Tally wanted() {
        return Tally.of(4, "expenses").and(3_650, "cents that Bob owes Ann");
    }

    @Override
    public Tally accident(Consumer<String> out) {
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Group group = new Group(sqlite);
            group.enterNaively(DINNER, TAXI);
            group.enterNaively(DINNER, TAXI);
            out.accept("Ann's phone sends dinner and taxi; the response is lost, and it sends them again.");
            group.enterNaively(DINNER);
            out.accept("Bob's phone sends the dinner, too.");
            group.enterNaively(COFFEE, COFFEE);
            out.accept("Bob's phone sends two coffees.");
            return count(group);
        }
    }

    @Override
    public Tally cure(Consumer<String> out) throws SQLException {
        Ids ids = Ids.random(new SecureRandom());
        try (FreshDatabase sqlite = Sqlite.freshDatabase()) {
            Group group = new Group(sqlite);
            group.requireUnique();
            Phone ann = new Phone("ann", ids);
            ann.enter(DINNER);
            ann.enter(TAXI);
            ann.upload(group);
            out.accept("Ann's phone sends dinner and taxi, and the response is lost.");
            out.accept("It sends them again: dinner " + ann.upload(group).get(DINNER) + ", as before.");
            ann.settle();

            Phone bob = new Phone("bob", ids);
            bob.enter(DINNER);
            String known = String.valueOf(bob.upload(group).get(DINNER));
            out.accept("Bob's phone sends the dinner, too: " + known + ". Bob says that it is the same.");
            bob.settle();

            bob.enter(COFFEE);
            out.accept("Bob's first coffee: " + bob.upload(group).get(COFFEE) + ".");
            bob.settle();
            bob.enter(COFFEE);
            out.accept("Bob's second coffee: " + bob.upload(group).get(COFFEE) + ". Bob says that it is another one.");
            bob.settle();
            bob.enter(COFFEE.another());
            out.accept("Bob's phone sends it as the second one: "
                    + bob.upload(group).get(COFFEE.another()) + ".");
            return count(group);
        }
    }

    private static Tally count(Group group) {
        return Tally.of(group.count(), "expenses").and(group.owedCents(), "cents that Bob owes Ann");
    }
}
