package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.util.Objects;

/**
 * The owner and purpose of a key: a tenant, a principal, and an operation. The same value in another scope is another
 * key, so no client can see or block the keys of others. Every scope has a tenant.
 *
 * @param tenant the customer, company or system that the keys belong to
 * @param principal the user within the tenant; {@link #ANYONE} if all principals of the tenant share the keys
 * @param operation the purpose of the key: {@code payment:create}
 */
public record Scope(String tenant, String principal, String operation) {
    /** The principal of keys that a whole tenant shares. */
    public static final String ANYONE = "*";

    private static final String CHILDREN = ">";
    private static final int PART_LENGTH_MAX = 100;
    private static final int WRITTEN_LENGTH_MAX = 255;

    /** Checks that each part has 1 to 100 printable ASCII characters. */
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

    /** The keys of one tenant's operation, shared by all principals. */
    public static Scope of(String tenant, String operation) {
        return of(tenant, ANYONE, operation);
    }

    /** The keys of one principal. An operation must not end in {@code >}, which is reserved for keys inside effects. */
    public static Scope of(String tenant, String principal, String operation) {
        Scope scope = new Scope(tenant, principal, operation);
        if (operation.endsWith(CHILDREN)) {
            throw new IllegalArgumentException("scope operation must not end in '>', but is '" + operation + "'");
        }
        return scope;
    }

    /** The scope of keys of steps inside effects. */
    Scope ofChildren() {
        return new Scope(tenant, principal, operation + CHILDREN);
    }

    /** A key within this scope. */
    public Key key(String value) {
        return new Key(this, value);
    }

    /** The stored form of the scope. Slashes within a part are escaped, so that no two scopes have the same form. */
    public String written() {
        return escape(tenant) + "/" + escape(principal) + "/" + escape(operation);
    }

    /** Parses the form of {@link #written}. */
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
