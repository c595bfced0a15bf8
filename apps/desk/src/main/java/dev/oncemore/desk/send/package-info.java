/** Sending the documents of confirmed sheets, once each: queue, handler, pause, withdrawal, resend, and the status of a document. */
@NullMarked
package dev.oncemore.desk.send;

import org.jspecify.annotations.NullMarked;
