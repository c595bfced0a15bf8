/** Settings in YAML files. Messages about invalid settings name the file, the line, the value and what is allowed. */
@NullMarked
package dev.oncemore.config;

import org.jspecify.annotations.NullMarked;
