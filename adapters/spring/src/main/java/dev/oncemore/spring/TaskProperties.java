package dev.oncemore.spring;

import dev.oncemore.retry.Retries;
import dev.oncemore.spring.OncemoreProperties.Queue;
import dev.oncemore.spring.OncemoreProperties.TaskDefaults;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskSettings;
import java.util.Map;

/** Applies the properties under {@code oncemore.tasks}. */
final class TaskProperties {
    private static final String PREFIX = "oncemore.tasks.";

    private TaskProperties() {}

    static TaskSettings applied(TaskDefaults given, Retries retries, TaskSettings standard) {
        TaskSettings settings = InvalidSettingException.apply(
                standard,
                PREFIX + "policy",
                given.policy(),
                name -> standard.policy(retries.get(name).policy()));
        settings = InvalidSettingException.apply(settings, PREFIX + "lease", given.lease(), settings::lease);
        settings = InvalidSettingException.apply(
                settings, PREFIX + "poll-interval", given.pollInterval(), settings::pollInterval);
        settings = InvalidSettingException.apply(
                settings, PREFIX + "shutdown-at-most", given.shutdownAtMost(), settings::shutdownAtMost);
        for (Map.Entry<String, Queue> queue : given.queues().entrySet()) {
            String prefix = PREFIX + "queues." + queue.getKey();
            QueueSettings served = queue(prefix + ".", queue.getValue());
            TaskSettings before = settings;
            settings =
                    InvalidSettingException.apply(settings, prefix, queue.getKey(), name -> before.queue(name, served));
        }
        return settings;
    }

    private static QueueSettings queue(String prefix, Queue given) {
        QueueSettings settings = QueueSettings.standard();
        settings = InvalidSettingException.apply(
                settings, prefix + "concurrency", given.concurrency(), settings::concurrency);
        settings = InvalidSettingException.apply(settings, prefix + "prefetch", given.prefetch(), settings::prefetch);
        return InvalidSettingException.apply(
                settings, prefix + "rate-per-second", given.ratePerSecond(), settings::ratePerSecond);
    }
}
