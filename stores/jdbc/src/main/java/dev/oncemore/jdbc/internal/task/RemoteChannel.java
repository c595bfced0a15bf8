package dev.oncemore.jdbc.internal.task;

import java.util.List;

/** Carries signals between processes. All of them are hints, which may be lost. */
interface RemoteChannel {
    /** No channel: other processes are not heard. */
    RemoteChannel NONE = new RemoteChannel() {
        @Override
        public void open(Hearer hearer) {}

        @Override
        public void close() {}

        @Override
        public void requestEnd(String taskId) {}

        @Override
        public void tellEnds(List<String> taskIds) {}
    };

    /** Starts to listen. */
    void open(Hearer hearer);

    void close();

    /** Asks all others to tell of the end of this task. */
    void requestEnd(String taskId);

    /** Tells all others that these tasks have ended. */
    void tellEnds(List<String> taskIds);

    /** Receives the signals of other processes. */
    interface Hearer {
        /** A queue may have received work. */
        void onWork(String queue);

        /** Somebody waits for the end of this task. */
        void onEndRequested(String taskId);

        /** This task has ended. */
        void onEnd(String taskId);
    }
}
