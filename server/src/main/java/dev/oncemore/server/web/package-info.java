/** What every page and endpoint has in common: refusals and how they are told, headers, JSON, pages of lists. */
@NullMarked
package dev.oncemore.server.web;

import org.jspecify.annotations.NullMarked;
