/**
 * The client side of HTTP: a {@code java.net.http.HttpClient} that retries requests if that is safe and useful, and
 * conditional updates with ETags.
 */
@NullMarked
package dev.oncemore.http.client;

import org.jspecify.annotations.NullMarked;
