package dev.oncemore.jdbc.kill;

import dev.oncemore.testkit.server.FreshDatabase;
import java.nio.file.Path;

/** Starts an owner in a JVM of its own, and kills it when it has come to where it shall die. */
final class Executioner {
    private final FreshDatabase database;
    private final Path temporary;

    /** The folder takes what the child unpacks, since it cannot tidy up. */
    Executioner(FreshDatabase database, Path temporary) {
        this.database = database;
        this.temporary = temporary;
    }

    /** Answers the outcome that it acknowledged before. */
    String kill(String what, Point point, int owners) throws Exception {
        Child child = Child.start(
                temporary, DoomedOwner.class, what, point.name(), database.url(), database.user(), database.password());
        return child.killAfter(DoomedOwner.STOPPED, owners).stream()
                .filter(line -> line.startsWith(DoomedOwner.ACKNOWLEDGED))
                .map(line -> line.substring(DoomedOwner.ACKNOWLEDGED.length()))
                .findFirst()
                .orElse("");
    }
}
