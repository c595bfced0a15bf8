/**
 * Fingerprints, which determine whether two requests with one key are the same. Start with
 * {@link dev.oncemore.once.fingerprint.Fingerprinter}.
 *
 * <p>Equal fingerprints mean equal method, route and payload. Two spellings of one JSON document are equal, and nothing
 * else is: numbers are exact decimals, text is compared literally, and ambiguous documents (a duplicate name in one
 * object, an unpaired surrogate) are refused with a {@link dev.oncemore.once.fingerprint.MalformedJsonException}. The
 * hashed bytes are a format of their own, described at {@code Fingerprinter} and pinned by tests, because fingerprints
 * outlive the release that stored them.
 */
@NullMarked
package dev.oncemore.once.fingerprint;

import org.jspecify.annotations.NullMarked;
