/** The server's own certificate, from PEM files that may be renewed while it runs. */
@NullMarked
package dev.oncemore.server.tls;

import org.jspecify.annotations.NullMarked;
