package dev.oncemore.task.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A task in the hands of an owner.
 *
 * @param task what is to be done
 * @param fence the number of this claim; only rises for a task, for ever
 * @param attempt which attempt this is since the task was enqueued or redriven, from 1: it was counted by the claim, so that
 *     a task that kills its process is counted too. It may be over the task's most
 * @param redrives how often it has come back from the dead letters
 * @param enqueuedAt when it was first enqueued
 * @param waited how long it could have been claimed already
 * @param inDoubt whether an earlier attempt may have taken effect: its outcome was unknown, or its worker died
 */
public record Claimed(
        Task task, long fence, int attempt, int redrives, Instant enqueuedAt, Duration waited, boolean inDoubt) {}
