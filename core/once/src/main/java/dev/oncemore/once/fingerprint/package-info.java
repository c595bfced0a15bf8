/**
 * Fingerprints: whether two requests under one key ask for the same thing. Start with
 * {@link dev.oncemore.once.fingerprint.Fingerprinter}.
 *
 * <p>Equal fingerprints mean equal method, route and payload, where two spellings of one JSON document are equal and
 * nothing else is: numbers are exact decimals, text is compared as it is, and what JSON leaves open (a name twice in one
 * object, half a surrogate pair) is refused with a {@link dev.oncemore.once.fingerprint.MalformedJsonException}. The bytes
 * that are hashed are a format of their own, described at {@code Fingerprinter} and pinned by tests, since fingerprints
 * outlive the release that stored them.
 */
@NullMarked
package dev.oncemore.once.fingerprint;

import org.jspecify.annotations.NullMarked;
