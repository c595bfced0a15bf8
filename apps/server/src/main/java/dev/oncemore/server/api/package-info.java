/** The HTTP API under {@code /api}: JSON, problem+json for refusals, cursors for lists. */
@NullMarked
package dev.oncemore.server.api;

import org.jspecify.annotations.NullMarked;
