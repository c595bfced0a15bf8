/** What a document is: its type, its name (company, type, number), its content, and what is recorded of its creation. */
@NullMarked
package dev.oncemore.desk.document;

import org.jspecify.annotations.NullMarked;
