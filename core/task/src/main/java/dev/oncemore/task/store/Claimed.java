package dev.oncemore.task.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A claimed task.
 *
 * @param task the task
 * @param fence the number of this claim; it only rises for a task, forever
 * @param attempt the number of this attempt since the task was enqueued or redriven, from 1: the claim counts it, so
 *     that a task that kills its process is counted too. It may exceed the task's maximum
 * @param redrives how often it was redriven from the dead letters
 * @param enqueuedAt when it was first enqueued
 * @param waited how long it was ready before the claim
 * @param inDoubt whether an earlier attempt may have taken effect: its outcome was unknown, or its worker died
 * @param previousDelay the delay of the last {@link End.Retry} since the task was enqueued or redriven; 0 if there was
 *     none. Decorrelated jitter grows from it
 */
public record Claimed(
        Task task,
        long fence,
        int attempt,
        int redrives,
        Instant enqueuedAt,
        Duration waited,
        boolean inDoubt,
        Duration previousDelay) {}
