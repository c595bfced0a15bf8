package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.util.Objects;

/**
 * Whose key it is: a tenant, who acts for it, and which operation. The same key under another scope is another key, so no
 * client can see or block what belongs to somebody else. There is no scope without a tenant.
 *
 * @param tenant the customer, company or system that the keys belong to
 * @param principal who acts for it; {@link #ANYONE} where keys are shared by all who act for the tenant
 * @param operation what the key is for: {@code payment:create}
 */
public record Scope(String tenant, String principal, String operation) {
    /** The principal of keys that everybody of a tenant shares. */
    public static final String ANYONE = "*";

    private static final String CHILDREN = ">";
    private static final int PART_LENGTH_MAX = 100;
    private static final int WRITTEN_LENGTH_MAX = 255;

    /** A scope; each part has 1 to 100 printable ASCII characters. */
    public Scope {
        Text.requireKeyLike("scope tenant", tenant, PART_LENGTH_MAX);
        Text.requireKeyLike("scope principal", principal, PART_LENGTH_MAX);
        Text.requireKeyLike("scope operation", operation, PART_LENGTH_MAX);
        int length = writtenLength(tenant) + writtenLength(principal) + writtenLength(operation) + 2;
        if (length > WRITTEN_LENGTH_MAX) {
            throw new IllegalArgumentException("a scope must fit into " + WRITTEN_LENGTH_MAX
                    + " characters when written, but '" + tenant + "', '" + principal + "', '" + operation + "' needs "
                    + length);
        }
    }

    /** The keys of one tenant's operation, whoever acts. */
    public static Scope of(String tenant, String operation) {
        return of(tenant, ANYONE, operation);
    }

    /** The keys of one principal. An operation must not end in {@code >}: those are for keys inside effects. */
    public static Scope of(String tenant, String principal, String operation) {
        Scope scope = new Scope(tenant, principal, operation);
        if (operation.endsWith(CHILDREN)) {
            throw new IllegalArgumentException("scope operation must not end in '>', but is '" + operation + "'");
        }
        return scope;
    }

    /** Where the keys of steps inside effects live. */
    Scope ofChildren() {
        return new Scope(tenant, principal, operation + CHILDREN);
    }

    /** A key within this scope. */
    public Key key(String value) {
        return new Key(this, value);
    }

    /** The scope as stores keep it. Slashes within a part are escaped, so that no two scopes are written alike. */
    public String written() {
        return escape(tenant) + "/" + escape(principal) + "/" + escape(operation);
    }

    /** Reads what {@link #written} wrote. */
    public static Scope read(String written) {
        String[] parts = Objects.requireNonNull(written, "written").split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    "'" + written + "' is not a scope; it has the form tenant/principal/operation");
        }
        return new Scope(unescape(parts[0]), unescape(parts[1]), unescape(parts[2]));
    }

    private static String escape(String part) {
        return part.replace("%", "%25").replace("/", "%2F");
    }

    private static String unescape(String part) {
        return part.replace("%2F", "/").replace("%25", "%");
    }

    private static int writtenLength(String part) {
        return escape(part).length();
    }

    @Override
    public String toString() {
        return written();
    }
}
