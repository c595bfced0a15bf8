/** HTTP for clients and servers: a retrying client, idempotent servlets, webhooks. */
module dev.oncemore.http {
    requires static transitive org.jspecify;
    requires transitive dev.oncemore.task;
    requires transitive java.net.http;
    requires static jakarta.servlet;

    exports dev.oncemore.http;
    exports dev.oncemore.http.client;
    exports dev.oncemore.http.serve;
    exports dev.oncemore.http.webhook;
}
