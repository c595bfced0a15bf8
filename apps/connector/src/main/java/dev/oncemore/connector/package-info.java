/**
 * Accounting systems, described in YAML files without code: how a document is created, where its id is found, how it is
 * looked up by its number, what responses mean, and the rate limits.
 */
@NullMarked
package dev.oncemore.connector;

import org.jspecify.annotations.NullMarked;
