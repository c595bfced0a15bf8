/**
 * The HTTP rules about retries: the meaning of each status, and how long to wait. The client and the servlet filter
 * build on it.
 */
@NullMarked
package dev.oncemore.http;

import org.jspecify.annotations.NullMarked;
