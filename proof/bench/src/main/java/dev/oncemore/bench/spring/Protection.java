package dev.oncemore.bench.spring;

import dev.oncemore.bench.measure.Subject;
import java.util.List;

/** What keeps a payment from being made twice. */
enum Protection {
    /** Nothing. */
    BARE("bare", ShopApplication.class),
    /** The starter's annotation, whose record is part of the payment's transaction. */
    RECORDED(Subject.ONCEMORE, RecordedShop.class),
    /** The filter of the starter, which knows nothing of that transaction. */
    FILTERED("filter", FilteredShop.class),
    /** An interceptor and a table of our own. */
    BY_HAND("interceptor", InterceptedShop.class);

    private final String subject;
    private final Class<?> application;

    Protection(String subject, Class<?> application) {
        this.subject = subject;
        this.application = application;
    }

    String subject() {
        return subject;
    }

    Class<?> application() {
        return application;
    }

    /** The settings of its application. */
    List<String> properties() {
        return switch (this) {
            case RECORDED -> List.of();
            case FILTERED ->
                List.of("oncemore.http.idempotency.paths=/payments", "oncemore.http.idempotency.require-key=true");
            case BARE, BY_HAND -> List.of("spring.autoconfigure.exclude=" + String.join(",", StarterClasses.all()));
        };
    }
}
