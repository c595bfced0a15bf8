/**
 * What every page and endpoint has in common: refusals and how they are told, safe headers, JSON in and out, what queries and
 * addresses name, and bytes that may be text.
 */
@NullMarked
package dev.oncemore.server.web;

import org.jspecify.annotations.NullMarked;
