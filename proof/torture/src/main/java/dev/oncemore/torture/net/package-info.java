/** The contract of a net, that is, one kind of fault-injection test, and the reports that it makes. */
@NullMarked
package dev.oncemore.torture.net;

import org.jspecify.annotations.NullMarked;
