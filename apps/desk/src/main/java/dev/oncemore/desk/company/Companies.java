package dev.oncemore.desk.company;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.NearMatches;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.ActTransaction;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The companies that are known: those with an id in the settings, and those that somebody added. */
public final class Companies {
    private static final int NAMES_MAX = 1_000;
    private static final int NAMED_MAX = 10;

    private final SqlOperations sql;
    private final Set<String> configured;
    private final InstantSource clock;

    /**
     * Companies in this store.
     *
     * @param configured those that the settings name
     */
    public Companies(SqlOperations sql, Set<String> configured, InstantSource clock) {
        this.sql = sql;
        this.configured = configured;
        this.clock = clock;
    }

    /** The first of them in their order: as many as a page can show. */
    public List<String> names() {
        Set<String> names = new TreeSet<>(configured);
        names.addAll(sql.query(
                "SELECT name FROM oncemore_company ORDER BY name LIMIT " + NAMES_MAX, row -> row.getString(1)));
        return List.copyOf(names);
    }

    private boolean isKnown(String name) {
        return configured.contains(name)
                || sql.first("SELECT name FROM oncemore_company WHERE name = ?", row -> true, name)
                        .isPresent();
    }

    /**
     * A company that is not known.
     *
     * @param name as it was typed
     * @param near the known ones like it
     * @param known all known ones
     */
    public record Doubt(String name, List<String> near, List<String> known) {
        /** What to do about it. */
        public String words() {
            String isNew = "say that it is new: new_company=true, or --new-company";
            return near.isEmpty()
                    ? "the company '" + name + "' is new here; " + isNew + "; known are "
                            + String.join(", ", known.subList(0, Math.min(NAMED_MAX, known.size())))
                            + (known.size() > NAMED_MAX ? ", …" : "")
                    : "the company '" + name + "' is new here; did you mean " + String.join(", ", near) + "? If not, "
                            + isNew;
        }
    }

    /**
     * Why a company should not be taken as it was typed; empty when it is known, is new on purpose, or is the first one: that
     * cannot be mistaken for another.
     *
     * @throws IllegalArgumentException when no company can have this name, and none is like it
     */
    public Optional<Doubt> doubt(String typed, boolean isNew) {
        if (isKnown(typed)) {
            return Optional.empty();
        }
        List<String> known = names();
        List<String> near = NearMatches.among(typed, known);
        if (near.isEmpty() || isNew) {
            DocumentName.requireCompany(typed);
        }
        return isNew || known.isEmpty() ? Optional.empty() : Optional.of(new Doubt(typed, near, known));
    }

    /**
     * Refuses a company that may be a typing error.
     *
     * @throws Rejected that names those like it
     */
    public void require(String typed, boolean isNew) {
        doubt(typed, isNew).ifPresent(doubt -> {
            throw Rejected.conflict(doubt.words());
        });
    }

    /** Makes a company known, as part of an act. */
    public void add(ActTransaction here, String name, String who) {
        if (!new Companies(here.sql(), configured, clock).isKnown(name)
                && here.sql()
                                .insertNew(
                                        "oncemore_company (name, who, created_at)",
                                        List.of(List.of(name, who, clock.millis())))
                        == 1) {
            here.audit(who, "company added", name, "");
        }
    }
}
