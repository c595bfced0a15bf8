package dev.oncemore.desk.company;

import dev.oncemore.desk.document.DocumentName;
import dev.oncemore.desk.document.NearMatches;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.ActTransaction;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The companies that are known: those with an id in the settings, and those that somebody added. */
public final class Companies {
    private static final int NAMES_MAX = 1_000;
    private static final int NAMED_MAX = 10;

    private final SqlOperations sql;
    private final String shared;
    private final Set<String> configured;
    private final InstantSource clock;

    /**
     * Companies in this store.
     *
     * @param configured those that the settings name
     */
    public Companies(Database database, Set<String> configured, InstantSource clock) {
        this(database, database.sqlFor(" FOR SHARE", " LOCK IN SHARE MODE", ""), configured, clock);
    }

    private Companies(SqlOperations sql, String shared, Set<String> configured, InstantSource clock) {
        this.sql = sql;
        this.shared = shared;
        this.configured = configured;
        this.clock = clock;
    }

    private Companies within(ActTransaction here) {
        return new Companies(here.sql(), shared, configured, clock);
    }

    /** The first of them in their order: as many as a page can show. */
    public List<String> names() {
        Set<String> names = new TreeSet<>(configured);
        names.addAll(sql.query(
                "SELECT name FROM oncemore_company ORDER BY name LIMIT " + NAMES_MAX, row -> row.getString(1)));
        return List.copyOf(names);
    }

    /** What to do with a company that is not known. */
    public enum IfNew {
        /** It may be a typing error, unless it is the first company: that cannot be mistaken for another. */
        REFUSE,
        /** It was typed as a new one; it may be a typing error if it is like another one. */
        ADD_UNLESS_NEAR,
        /** Add it, even if it is like another one. */
        ADD;

        /** For a flag that says whether it is new. */
        public static IfNew of(boolean isNew) {
            return isNew ? ADD : REFUSE;
        }
    }

    private boolean isKnown(String name) {
        return configured.contains(name) || isKept(name, "");
    }

    private boolean isKept(String name, String lock) {
        return sql.first("SELECT name FROM oncemore_company WHERE name = ?" + lock, row -> true, name)
                .isPresent();
    }

    /** All of them in their order, as many as a page can show. */
    public List<KnownCompany> list() {
        Map<String, Use> uses = new HashMap<>();
        sql.query(
                        "SELECT company, COUNT(*), COUNT(confirmed_at) FROM oncemore_sheet GROUP BY company",
                        row -> Map.entry(row.getString(1), new Use(row.getInt(3) > 0, row.getInt(2) - row.getInt(3))))
                .forEach(use -> uses.put(use.getKey(), use.getValue()));
        sql.query("SELECT DISTINCT company FROM oncemore_billing_plan", row -> row.getString(1))
                .forEach(name -> uses.merge(name, new Use(true, 0), (sheets, plans) -> new Use(true, sheets.unsent())));
        Map<String, KnownCompany> known = new TreeMap<>();
        sql.query(
                        "SELECT name, who, created_at FROM oncemore_company ORDER BY name LIMIT " + NAMES_MAX,
                        row -> known(row.getString(1), row.getString(2), Instant.ofEpochMilli(row.getLong(3)), uses))
                .forEach(company -> known.put(company.name(), company));
        configured.forEach(name -> known.put(name, known(name, "", null, uses)));
        return List.copyOf(known.values());
    }

    private record Use(boolean isUsed, int unsent) {}

    private static KnownCompany known(String name, String who, @Nullable Instant at, Map<String, Use> uses) {
        Use use = uses.getOrDefault(name, new Use(false, 0));
        return new KnownCompany(name, who, at, use.isUsed(), use.unsent());
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
     * Why a company should not be taken as it was typed; empty when it is known, or may be added.
     *
     * @throws IllegalArgumentException when no company can have this name, and none is like it
     */
    public Optional<Doubt> doubt(String typed, IfNew ifNew) {
        if (isKnown(typed)) {
            return Optional.empty();
        }
        List<String> known = names();
        List<String> near = NearMatches.among(typed, withAlike(known, typed));
        if (near.isEmpty() || ifNew == IfNew.ADD) {
            DocumentName.requireCompany(typed);
        }
        boolean mayBeAdded = switch (ifNew) {
            case REFUSE -> known.isEmpty();
            case ADD_UNLESS_NEAR -> near.isEmpty();
            case ADD -> true;
        };
        return mayBeAdded ? Optional.empty() : Optional.of(new Doubt(typed, near, known));
    }

    /** Also the company that differs in case, width or separators only, if it is not among the first. */
    private Set<String> withAlike(List<String> known, String typed) {
        Set<String> all = new TreeSet<>(known);
        sql.first(
                        "SELECT name FROM oncemore_company WHERE folded_name = ?",
                        row -> row.getString(1),
                        NearMatches.folded(typed))
                .ifPresent(all::add);
        return all;
    }

    /**
     * Refuses a company that may be a typing error.
     *
     * @throws Rejected that names those like it
     */
    public void require(String typed, IfNew ifNew) {
        doubt(typed, ifNew).ifPresent(doubt -> {
            throw Rejected.conflict(doubt.words());
        });
    }

    /**
     * Makes a company known, as part of an act; it stays known until the end of the act. If another act adds one that differs in
     * case, width or separators only at the same time, the database lets one of them pass.
     *
     * @throws Rejected as {@link #require} does
     */
    public void add(ActTransaction here, String name, IfNew ifNew, String who) {
        if (!configured.contains(name) && within(here).isAdded(name, ifNew, who)) {
            here.audit(who, "company added", name, "");
        }
    }

    private boolean isAdded(String name, IfNew ifNew, String who) {
        // Locked only if it is there: a lock on a name that is not would hold up other new ones.
        if (isKept(name, "") && isKept(name, shared)) {
            return false;
        }
        require(name, ifNew);
        if (insert(name, NearMatches.folded(name), who)) {
            return true;
        }
        if (isKept(name, shared)) {
            return false;
        }
        // One like it has just been added.
        require(name, ifNew);
        return insert(name, null, who);
    }

    /** Only the first of companies that are alike has the folded name; the others were added on purpose. */
    private boolean insert(String name, @Nullable String folded, String who) {
        return sql.insertNew(
                        "oncemore_company (name, folded_name, who, created_at)",
                        List.of(Arrays.asList(name, folded, who, clock.millis())))
                == 1;
    }

    /**
     * Removes a company from those that are known, as part of an act.
     *
     * @throws Rejected when the settings name it, or it is not known
     */
    public void forget(ActTransaction here, String name) {
        if (configured.contains(name)) {
            throw Rejected.conflict("the company " + name + " is in the settings of the server; change them");
        }
        if (here.sql().update("DELETE FROM oncemore_company WHERE name = ?", name) == 0) {
            throw Rejected.notFound("there is no company " + name);
        }
    }

    /** Adds a company in place of one that was forgotten in the same act; false when it is known already. */
    public boolean replace(ActTransaction here, String name, String who) {
        return !configured.contains(name) && within(here).isAdded(name, IfNew.ADD, who);
    }
}
