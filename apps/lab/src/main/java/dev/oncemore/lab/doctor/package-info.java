/**
 * The doctor: a retry review of policies, of the configuration of Resilience4j and Spring, of a call graph and of class
 * files. It reads files only and runs nothing of what it reviews.
 */
@NullMarked
package dev.oncemore.lab.doctor;

import org.jspecify.annotations.NullMarked;
