/** The companies whose documents are sent. A name that was never used is made on purpose, never by a typing error. */
@NullMarked
package dev.oncemore.desk.company;

import org.jspecify.annotations.NullMarked;
