/**
 * Checks before a request is read: connections per client, strict HTTP, the size of a body by its path, and the memory of all
 * bodies together. The handlers behind it cannot read more than these limits.
 */
@NullMarked
package dev.oncemore.server.door;

import org.jspecify.annotations.NullMarked;
