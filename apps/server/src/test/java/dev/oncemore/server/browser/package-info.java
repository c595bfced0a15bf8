/** A real Chromium, driven through its DevTools protocol: no driver program, no download. */
@NullMarked
package dev.oncemore.server.browser;

import org.jspecify.annotations.NullMarked;
