/**
 * What the stores on JDBC have in common: which database it is, whose transaction a statement runs in, and what a failure
 * means. It is public because the stores lie in packages of their own, and is no API: it changes without notice.
 */
@NullMarked
package dev.oncemore.jdbc.sql;

import org.jspecify.annotations.NullMarked;
