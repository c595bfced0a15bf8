/** A real LibreOffice that opens files as people do. */
@NullMarked
package dev.oncemore.desk.office;

import org.jspecify.annotations.NullMarked;
