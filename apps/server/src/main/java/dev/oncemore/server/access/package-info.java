/**
 * Who may do what: accounts with passwords, sessions for browsers, tokens for programs, four roles of which each may do what
 * the one before it may. Secrets are kept as hashes only. The default is closed: a route that names no role serves nobody.
 */
@NullMarked
package dev.oncemore.server.access;

import org.jspecify.annotations.NullMarked;
