/**
 * Network faults on demand: a proxy between a client and a real server, with faults that a test plans one by one and awaits
 * instead of sleeping.
 */
@NullMarked
package dev.oncemore.testkit.net;

import org.jspecify.annotations.NullMarked;
