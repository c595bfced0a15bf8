/** Acts of people and programs: each runs as one transaction with its key, its effect, its audit lines and its outcome. */
@NullMarked
package dev.oncemore.operations.audit;

import org.jspecify.annotations.NullMarked;
