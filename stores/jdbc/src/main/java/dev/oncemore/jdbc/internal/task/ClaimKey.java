package dev.oncemore.jdbc.internal.task;

import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;

/** Identifies a claim. The id alone does not: a batch may contain requests of a deposed owner and of the rightful one. */
record ClaimKey(String id, long fence) {
    static ClaimKey of(TaskExtension extension) {
        return new ClaimKey(extension.id(), extension.fence());
    }

    static ClaimKey of(TaskFinish finish) {
        return new ClaimKey(finish.id(), finish.fence());
    }
}
