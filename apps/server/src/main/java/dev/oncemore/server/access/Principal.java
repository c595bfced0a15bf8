package dev.oncemore.server.access;

/**
 * Who a request comes from.
 *
 * @param id the account or token itself, which no other has had or will have, whatever it is called
 * @param accountId the account behind it: its own, or the one that made the token; empty for the environment's token
 * @param name an account's name, or a token's
 * @param role what they may do
 * @param isBrowser whether a cookie says so, which a browser sends along with requests that other sites made
 */
public record Principal(String id, String accountId, String name, Role role, boolean isBrowser) {
    /** A caller who has not logged in. */
    public static final Principal NOBODY = new Principal("", "", "nobody", Role.ANYONE, false);

    /** The token in the server's environment. */
    static final Principal AUTOMATION = new Principal("automation", "", "automation", Role.ADMIN, false);

    static Principal account(String id, String name, Role role) {
        return new Principal("account:" + id, id, name, role, true);
    }

    static Principal token(String hash, String accountId, String name, Role role) {
        return new Principal(TOKEN + hash, accountId, name, role, false);
    }

    private static final String TOKEN = "token:";

    /** Who is limited: the account, also for its tokens; a token without an account is on its own. */
    public String owner() {
        return accountId.isEmpty() ? id : "account:" + accountId;
    }

    /** The hash of the token that this is; empty if it is none of the store's. */
    String tokenHash() {
        return id.startsWith(TOKEN) ? id.substring(TOKEN.length()) : "";
    }
}
