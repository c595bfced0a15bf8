package dev.oncemore.jdbc.task;

import dev.oncemore.task.store.Extension;
import dev.oncemore.task.store.Finish;

/** Identifies a claim. The id alone does not: a batch may contain requests of a deposed owner and of the rightful one. */
record ClaimKey(String id, long fence) {
    static ClaimKey of(Extension extension) {
        return new ClaimKey(extension.id(), extension.fence());
    }

    static ClaimKey of(Finish finish) {
        return new ClaimKey(finish.id(), finish.fence());
    }
}
