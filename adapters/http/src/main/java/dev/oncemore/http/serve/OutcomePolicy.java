package dev.oncemore.http.serve;

/**
 * Decides by status which responses are the outcome of a key. It is not consulted for 401, 403 and 429, which are
 * always released: the work was not started, and a later request may succeed.
 *
 * <table>
 * <caption>The policies</caption>
 * <tr><th>status</th><th>standard</th><th>keepServerErrors</th><th>releaseServerErrors</th><th>stripe</th></tr>
 * <tr><td>401, 403, 429</td><td>release</td><td>release</td><td>release</td><td>release</td></tr>
 * <tr><td>408, 425</td><td>release</td><td>release</td><td>release</td><td>release</td></tr>
 * <tr><td>400, 404, 409</td><td>keep</td><td>keep</td><td>keep</td><td>release</td></tr>
 * <tr><td>others below 500</td><td>keep</td><td>keep</td><td>keep</td><td>keep</td></tr>
 * <tr><td>503</td><td>release</td><td>keep</td><td>release</td><td>keep</td></tr>
 * <tr><td>502, 504</td><td>unknown</td><td>keep</td><td>release</td><td>keep</td></tr>
 * <tr><td>500, other 5xx</td><td>keep</td><td>keep</td><td>release</td><td>keep</td></tr>
 * <tr><td>an exception</td><td>unknown</td><td>unknown</td><td>release</td><td>unknown</td></tr>
 * </table>
 *
 * <p>An exception that leaves the filter is never kept, because outer components turn it into the response;
 * {@link ExceptionPolicy} decides which ones release the key.
 */
@FunctionalInterface
public interface OutcomePolicy {
    /** Decides about a response with this status. */
    ResponseDisposition of(int status);

    /** Releases 503 (nothing was done), treats 502 and 504 as unknown, and keeps all other failures. */
    static OutcomePolicy standard() {
        return status -> switch (status) {
            case 408, 425, 503 -> ResponseDisposition.RELEASE;
            case 502, 504 -> ResponseDisposition.UNKNOWN;
            default -> ResponseDisposition.KEEP;
        };
    }

    /** Keeps every 5xx: for services where a failure may follow the effect and a retry is not wanted. */
    static OutcomePolicy keepServerErrors() {
        return status -> status == 408 || status == 425 ? ResponseDisposition.RELEASE : ResponseDisposition.KEEP;
    }

    /** Releases every 5xx: for services that roll back a failed request completely. */
    static OutcomePolicy releaseServerErrors() {
        return status -> status >= 500 || status == 408 || status == 425
                ? ResponseDisposition.RELEASE
                : ResponseDisposition.KEEP;
    }

    /**
     * Keeps what Stripe keeps: any result of a request that was started, including failures, but no refusal of a
     * malformed one.
     */
    static OutcomePolicy stripe() {
        return status -> switch (status) {
            case 400, 404, 408, 409, 425 -> ResponseDisposition.RELEASE;
            default -> ResponseDisposition.KEEP;
        };
    }
}
