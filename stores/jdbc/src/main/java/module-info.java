/** Records and tasks in a database, tables of an application beside them, and transactions that are retried. */
module dev.oncemore.jdbc {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.once;
    requires transitive dev.oncemore.task;
    requires transitive java.sql;

    exports dev.oncemore.jdbc;
    exports dev.oncemore.jdbc.query;
    exports dev.oncemore.jdbc.transaction;
}
