/**
 * The document desk: sheets in, documents created once. A sheet is read and checked as a whole; nothing is sent before a person
 * confirms. Each document is then a task whose effect is recorded under the key {@code company:type:number}, so that sending a
 * sheet twice, a restart, or a reply that got lost creates nothing twice.
 */
@NullMarked
package dev.oncemore.desk;

import org.jspecify.annotations.NullMarked;
