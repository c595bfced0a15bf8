package dev.oncemore.http.serve;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asynchronous work whose outcome is recorded before its completion is passed to the container. */
final class HeldAsyncContext implements AsyncContext {
    private final AsyncContext container;
    private final Runnable completion;
    /** Runs a dispatch of the container. */
    private final Consumer<Runnable> dispatcher;

    private final ServletRequest request;
    private final ServletResponse response;

    HeldAsyncContext(
            AsyncContext container,
            ServletRequest request,
            ServletResponse response,
            Runnable completion,
            Consumer<Runnable> dispatcher) {
        this.container = container;
        this.request = request;
        this.response = response;
        this.completion = completion;
        this.dispatcher = dispatcher;
    }

    @Override
    public void complete() {
        completion.run();
    }

    /** Kept here, because the container forgets it when the client is gone while the work still runs. */
    @Override
    public ServletRequest getRequest() {
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        return response;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return false;
    }

    @Override
    public void dispatch() {
        dispatcher.accept(container::dispatch);
    }

    @Override
    public void dispatch(String path) {
        dispatcher.accept(() -> container.dispatch(path));
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        dispatcher.accept(() -> container.dispatch(context, path));
    }

    @Override
    public void start(Runnable run) {
        container.start(run);
    }

    @Override
    public void addListener(AsyncListener listener) {
        container.addListener(new Told(listener));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        container.addListener(new Told(listener), request, response);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return container.createListener(type);
    }

    @Override
    public void setTimeout(long timeoutMillis) {
        container.setTimeout(timeoutMillis);
    }

    @Override
    public long getTimeout() {
        return container.getTimeout();
    }

    /** Wraps an application's listener, so that it never sees the container's own context. */
    private final class Told implements AsyncListener {
        private final AsyncListener listener;

        Told(AsyncListener listener) {
            this.listener = listener;
        }

        private AsyncEvent event(AsyncEvent event) {
            @Nullable ServletRequest request = event.getSuppliedRequest();
            @Nullable ServletResponse response = event.getSuppliedResponse();
            return new AsyncEvent(HeldAsyncContext.this, request, response, event.getThrowable());
        }

        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            listener.onComplete(event(event));
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            listener.onTimeout(event(event));
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            listener.onError(event(event));
        }

        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {
            listener.onStartAsync(event(event));
        }
    }
}
