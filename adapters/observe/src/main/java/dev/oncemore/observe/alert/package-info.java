/**
 * Alerts sent directly to a webhook, Slack or PagerDuty. The same alert is sent once per quiet period, by however many
 * nodes, because sending is an effect under a key.
 */
@NullMarked
package dev.oncemore.observe.alert;

import org.jspecify.annotations.NullMarked;
