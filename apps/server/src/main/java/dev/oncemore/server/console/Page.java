package dev.oncemore.server.console;

import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Principal;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.language.Language;
import dev.oncemore.server.language.Messages;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What surrounds every page: who looks at it, in which language, and where else they can go. */
public final class Page {
    private final String title;
    private final Principal principal;
    private final String csrf;
    private final String path;
    private final String here;
    private final Messages messages;
    private final boolean isTranslated;
    private final Map<String, Long> attention;
    private final @Nullable String notice;

    private Page(Context context, String title, boolean isTranslated) {
        this.title = title;
        this.principal = Authenticator.of(context);
        this.csrf = Authenticator.csrf(context);
        this.path = context.path();
        String query = context.queryString();
        this.here = context.method().equals(HandlerType.GET) ? path + (query == null ? "" : "?" + query) : "/";
        this.isTranslated = isTranslated;
        this.messages = Messages.in(isTranslated ? Language.of(context) : Language.ENGLISH);
        this.attention = Attention.of(context, principal.role());
        this.notice = Notices.of(messages, context.queryParam("done"));
    }

    /** A page of the console, which is in English. */
    static Page of(Context context, String title) {
        return new Page(context, title, false);
    }

    /** A page that staff see, in their language. */
    static Page translated(Context context, String titleKey, Object... values) {
        return new Page(context, Messages.in(Language.of(context)).text(titleKey, values), true);
    }

    /**
     * Some pages that belong together.
     *
     * @param label what they are for
     * @param links the ways to them
     */
    public record Group(String label, List<Link> links) {}

    /**
     * A way to another page.
     *
     * @param path where it is
     * @param label what it is called
     * @param isCurrent whether this is it
     * @param needing how many things there need a person
     */
    public record Link(String path, String label, boolean isCurrent, long needing) {}

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

    /** Whether they have a password, which tokens do not. */
    public boolean hasPassword() {
        return principal.isBrowser();
    }

    /** Their name and role. */
    public String who() {
        return principal.name() + " ("
                + messages.text("role." + principal.role().word()) + ")";
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
    public List<Group> groups() {
        return Menu.of(principal.role(), path, messages, attention);
    }

    /** How many things need this person. */
    public long needing() {
        return attention.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Where this page is, for those who come back to it. */
    public String here() {
        return here;
    }

    /** The tag of its language. */
    public String language() {
        return messages.language().tag();
    }

    /** The languages that it can be read in; one when there is no choice. */
    public List<Language> languages() {
        return isTranslated ? List.of(Language.values()) : List.of(Language.ENGLISH);
    }

    /** Its words. */
    Messages messages() {
        return messages;
    }

    /** A message in its language. */
    public String text(String key, Object... values) {
        return messages.text(key, values);
    }

    /** The state of a row as an icon and a word. */
    public String state(RowState state) {
        return States.row(state, messages);
    }

    /** A message that counts, in its language. */
    public String count(String key, long number, Object... more) {
        return messages.count(key, number, more);
    }

    /** A whole number as it is written in its language. */
    public String number(long value) {
        return messages.number(value);
    }

    /** An amount as it is written in its language. */
    public String amount(BigDecimal value) {
        return messages.amount(value);
    }
}
