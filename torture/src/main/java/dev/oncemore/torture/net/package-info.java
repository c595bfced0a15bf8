/** What a net is: something that attacks Oncemore for a while, judges what came of it, and reports. */
@NullMarked
package dev.oncemore.torture.net;

import org.jspecify.annotations.NullMarked;
