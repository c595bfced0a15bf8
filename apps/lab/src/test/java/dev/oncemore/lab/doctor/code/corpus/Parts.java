package dev.oncemore.lab.doctor.code.corpus;

import java.io.IOException;
import java.util.Optional;

/** What the snippets work with. */
final class Parts {
    private Parts() {}

    record Order(String id, long amount) {}

    record Receipt(String id) {}

    interface Bank {
        Receipt charge(Order order) throws IOException;

        Receipt find(String id) throws IOException;
    }

    interface Mailer {
        void send(Order order);
    }

    interface Orders {
        void save(Order order);

        Optional<Order> byId(String id);
    }

    interface IdempotencyKeys {
        boolean exists(String key);

        Optional<Receipt> find(String key);

        boolean claim(String key);

        boolean insertIfAbsent(String key);

        void save(String key, Receipt receipt);
    }

    interface ProcessedMessages {
        boolean contains(String id);

        void markProcessed(String id);
    }

    interface Log {
        void warn(String words, Throwable cause);

        boolean isDebug();
    }

    static final class TransientException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final class RejectedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        int status() {
            return 422;
        }
    }
}
