/** Settings in files, whose every value knows its line, so that whoever wrote a wrong one is told where. */
@NullMarked
package dev.oncemore.server.config;

import org.jspecify.annotations.NullMarked;
