/**
 * Recurring work: by cron in a time zone, or at an interval. Start with {@link dev.oncemore.task.schedule.Schedules}.
 *
 * <p>A firing is a task whose id combines the schedule and the instant, so that each instant fires once, however many
 * nodes declare the schedule; it is retried, logged and given up like any task. Policies declare what happens to missed
 * instants and to overlapping ones.
 */
@NullMarked
package dev.oncemore.task.schedule;

import org.jspecify.annotations.NullMarked;
