/**
 * Network faults on demand: a proxy between a client and a real server, with faults that a test plans one by one and awaits
 * instead of sleeping; and a client without a network, whose responses a test provides.
 */
@NullMarked
package dev.oncemore.testkit.net;

import org.jspecify.annotations.NullMarked;
