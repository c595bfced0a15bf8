/** Settings in YAML files. Whatever is wrong is told with the file, the line, the value and what is allowed there. */
@NullMarked
package dev.oncemore.config;

import org.jspecify.annotations.NullMarked;
