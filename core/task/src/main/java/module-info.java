/** Work that survives any crash and is retried until it is done or dead. */
module dev.oncemore.task {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.once;

    exports dev.oncemore.task;
    exports dev.oncemore.task.batch;
    exports dev.oncemore.task.inbox;
    exports dev.oncemore.task.outbox;
    exports dev.oncemore.task.saga;
    exports dev.oncemore.task.schedule;
    exports dev.oncemore.task.store;
}
