/**
 * The overhead of the retrying HTTP client next to the JDK's own, without failures. Both send the same requests over loopback
 * to the same server in this process, and take turns in short rounds.
 */
@NullMarked
package dev.oncemore.bench.http;

import org.jspecify.annotations.NullMarked;
