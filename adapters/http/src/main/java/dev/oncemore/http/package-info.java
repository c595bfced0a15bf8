/**
 * What HTTP says about retries: which status means what, and how long to stay away. The client and the servlet filter
 * build on it.
 */
@NullMarked
package dev.oncemore.http;

import org.jspecify.annotations.NullMarked;
