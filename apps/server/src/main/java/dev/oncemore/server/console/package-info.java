/** The pages for people on call: server-rendered, usable without scripts, the answer in the first sentence. */
@NullMarked
package dev.oncemore.server.console;

import org.jspecify.annotations.NullMarked;
