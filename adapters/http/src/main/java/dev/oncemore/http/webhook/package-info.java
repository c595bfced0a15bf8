/**
 * Webhooks: messages to endpoints of others. Each is a task, so that it survives any crash and is tried until it is taken or
 * given up; it is signed as Standard Webhooks says, and goes to public addresses only. Receivers verify with {@link
 * dev.oncemore.http.webhook.WebhookVerifier}.
 */
@NullMarked
package dev.oncemore.http.webhook;

import org.jspecify.annotations.NullMarked;
