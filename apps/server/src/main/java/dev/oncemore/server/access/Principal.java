package dev.oncemore.server.access;

/**
 * Who a request comes from.
 *
 * @param name an account's name, or a token's
 * @param role what they may do
 * @param isBrowser whether a cookie says so, which a browser sends along with requests that other sites made
 */
public record Principal(String name, Role role, boolean isBrowser) {
    /** A caller who has not logged in. */
    public static final Principal NOBODY = new Principal("nobody", Role.ANYONE, false);
}
