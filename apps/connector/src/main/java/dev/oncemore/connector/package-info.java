/**
 * Accounting systems, described in YAML files and without code: how a document is created, where its id is found, how it is
 * looked up by its number, what answers mean, and how much may be asked.
 */
@NullMarked
package dev.oncemore.connector;

import org.jspecify.annotations.NullMarked;
