/** A client whose interceptor adds the key to each request. */
@NullMarked
package dev.oncemore.lab.doctor.code.keyed;

import org.jspecify.annotations.NullMarked;
