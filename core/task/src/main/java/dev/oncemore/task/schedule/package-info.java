/**
 * Work that recurs: by cron in a time zone, or at an interval. Start with {@link dev.oncemore.task.schedule.Schedules}.
 *
 * <p>A firing is a task whose id is made of the schedule and the instant, so that one instant is fired once, on however many
 * nodes the schedule is declared; it is retried, logged and given up like any task. What to do with instants that passed while
 * nobody looked, and while the last firing still ran, is declared and never left to chance.
 */
@NullMarked
package dev.oncemore.task.schedule;

import org.jspecify.annotations.NullMarked;
