package dev.oncemore.server.console;

import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Principal;
import dev.oncemore.server.access.Role;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What surrounds every page: who looks at it, and where else they can go. */
public final class Page {
    private static final List<Entry> ENTRIES = List.of(
            new Entry("/", "Overview", Role.VIEWER),
            new Entry("/retries", "Does retry help?", Role.VIEWER),
            new Entry("/desk", "Desk", Role.STAFF),
            new Entry("/dead", "Dead letters", Role.VIEWER),
            new Entry("/queues", "Queues", Role.VIEWER),
            new Entry("/schedules", "Schedules", Role.VIEWER),
            new Entry("/sagas", "Sagas", Role.VIEWER),
            new Entry("/webhooks", "Webhooks", Role.VIEWER),
            new Entry("/log", "Job log", Role.VIEWER),
            new Entry("/breakers", "Breakers", Role.VIEWER),
            new Entry("/records", "Records", Role.VIEWER),
            new Entry("/access", "Access", Role.ADMIN),
            new Entry("/audit", "Audit", Role.ADMIN));

    private final String title;
    private final Principal principal;
    private final String csrf;
    private final String path;
    private final @Nullable String notice;

    private Page(String title, Principal principal, String csrf, String path, @Nullable String notice) {
        this.title = title;
        this.principal = principal;
        this.csrf = csrf;
        this.path = path;
        this.notice = notice;
    }

    static Page of(Context context, String title) {
        return new Page(
                title,
                Authenticator.of(context),
                Authenticator.csrf(context),
                context.path(),
                Notices.of(context.queryParam("done")));
    }

    private record Entry(String path, String label, Role role) {}

    /**
     * A way to another page.
     *
     * @param path where it is
     * @param label what it is called
     * @param isCurrent whether this is it
     */
    public record Link(String path, String label, boolean isCurrent) {}

    /** What the page is about. */
    public String title() {
        return title;
    }

    /** Whether the visitor has logged in. */
    public boolean isLoggedIn() {
        return principal.role() != Role.ANYONE;
    }

    /** Whether they may act on tasks and records. */
    public boolean mayOperate() {
        return principal.role().isEnoughFor(Role.OPERATOR);
    }

    /** Their name and role. */
    public String who() {
        return principal.name() + " (" + principal.role().word() + ")";
    }

    /** What forms have to carry. */
    public String csrf() {
        return csrf;
    }

    /** What was done just now; null when nothing was. */
    public @Nullable String notice() {
        return notice;
    }

    /** The pages that this person may see. */
    public List<Link> links() {
        return ENTRIES.stream()
                .filter(entry -> principal.role().isEnoughFor(entry.role()))
                .map(entry -> new Link(
                        entry.path(),
                        entry.label(),
                        entry.path().equals("/") ? path.equals("/") : path.startsWith(entry.path())))
                .toList();
    }
}
