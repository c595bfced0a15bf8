package dev.oncemore.http.serve;

/**
 * Decides by its status which response is the outcome of a key, and which one is not. Three are never asked about, since
 * they say that the work was not begun, and may be otherwise a moment later: 401, 403 and 429 are always released.
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
 * <p>An exception that leaves the filter is never kept, since components further out turn it into the response;
 * {@link ExceptionPolicy} says which ones release the key.
 */
@FunctionalInterface
public interface OutcomePolicy {
    /** What becomes of a response with this status. */
    ResponseDisposition of(int status);

    /** A 503 says that nothing was done, a 502 or 504 that nobody knows; what else fails is kept, and does no more harm. */
    static OutcomePolicy standard() {
        return status -> switch (status) {
            case 408, 425, 503 -> ResponseDisposition.RELEASE;
            case 502, 504 -> ResponseDisposition.UNKNOWN;
            default -> ResponseDisposition.KEEP;
        };
    }

    /** Every 5xx is kept: right where a failure may come after the effect, and nobody shall try again. */
    static OutcomePolicy keepServerErrors() {
        return status -> status == 408 || status == 425 ? ResponseDisposition.RELEASE : ResponseDisposition.KEEP;
    }

    /** Every 5xx is released: right where a failed request is rolled back as a whole. */
    static OutcomePolicy releaseServerErrors() {
        return status -> status >= 500 || status == 408 || status == 425
                ? ResponseDisposition.RELEASE
                : ResponseDisposition.KEEP;
    }

    /** What Stripe saves: whatever came of a request that was begun, failures too, but no refusal of a malformed one. */
    static OutcomePolicy stripe() {
        return status -> switch (status) {
            case 400, 404, 408, 409, 425 -> ResponseDisposition.RELEASE;
            default -> ResponseDisposition.KEEP;
        };
    }
}
