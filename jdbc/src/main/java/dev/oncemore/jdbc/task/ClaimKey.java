package dev.oncemore.jdbc.task;

import dev.oncemore.task.store.Extension;
import dev.oncemore.task.store.Finish;

/** What names a claim. The id alone would not: a batch may come from a deposed owner and from the rightful one. */
record ClaimKey(String id, long fence) {
    static ClaimKey of(Extension extension) {
        return new ClaimKey(extension.id(), extension.fence());
    }

    static ClaimKey of(Finish finish) {
        return new ClaimKey(finish.id(), finish.fence());
    }
}
