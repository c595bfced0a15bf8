/**
 * A payment gateway on Spring Boot and PostgreSQL: one charge per payment, although responses are lost on both sides.
 */
@NullMarked
package dev.oncemore.examples.payments;

import org.jspecify.annotations.NullMarked;
