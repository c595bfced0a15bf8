/** The companies whose documents are sent. A new name is added on purpose, never by a typing error. */
@NullMarked
package dev.oncemore.desk.company;

import org.jspecify.annotations.NullMarked;
