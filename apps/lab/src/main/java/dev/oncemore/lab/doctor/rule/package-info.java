/** What the doctor can find, and a finding with its place. */
@NullMarked
package dev.oncemore.lab.doctor.rule;

import org.jspecify.annotations.NullMarked;
