/** An application that puts transactions around retries. */
@NullMarked
package dev.oncemore.lab.doctor.code.ordered;

import org.jspecify.annotations.NullMarked;
