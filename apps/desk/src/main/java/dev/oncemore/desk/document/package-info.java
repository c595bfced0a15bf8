/** What a document is: its type, its name (company, type, number), its content, and the receipt of its creation. */
@NullMarked
package dev.oncemore.desk.document;

import org.jspecify.annotations.NullMarked;
