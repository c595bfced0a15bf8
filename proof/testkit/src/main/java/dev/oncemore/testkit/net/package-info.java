/**
 * A network that breaks when the test says so: a proxy between a client and a real server, with faults that are planned
 * one by one and awaited instead of slept for.
 */
@NullMarked
package dev.oncemore.testkit.net;

import org.jspecify.annotations.NullMarked;
