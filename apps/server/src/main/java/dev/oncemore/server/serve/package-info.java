/** {@code oncemore serve}: puts the parts together on one port. */
@NullMarked
package dev.oncemore.server.serve;

import org.jspecify.annotations.NullMarked;
