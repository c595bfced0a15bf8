/**
 * Alerts that the product sends itself: to a webhook, to Slack, to PagerDuty. The same alert is sent once in each quiet
 * period, by however many nodes, because sending is an effect under a key.
 */
@NullMarked
package dev.oncemore.observe.alert;

import org.jspecify.annotations.NullMarked;
