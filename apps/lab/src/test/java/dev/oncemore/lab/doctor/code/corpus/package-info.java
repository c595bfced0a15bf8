/**
 * The corpus of the doctor's rules for code: methods as people write them, with the real libraries. A method without
 * {@link dev.oncemore.lab.doctor.code.corpus.Bad} is good for every rule, so that each snippet tests all of them. Nothing here
 * is run.
 */
@NullMarked
package dev.oncemore.lab.doctor.code.corpus;

import org.jspecify.annotations.NullMarked;
