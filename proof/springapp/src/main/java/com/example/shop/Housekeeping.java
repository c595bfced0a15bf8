package com.example.shop;

import dev.oncemore.once.Once;
import dev.oncemore.spring.FiresAt;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.schedule.Firing;
import java.time.Duration;
import org.springframework.stereotype.Component;

@Component
class Housekeeping {
    private final Once once;
    private final Tasks tasks;

    Housekeeping(Once once, Tasks tasks) {
        this.once = once;
        this.tasks = tasks;
    }

    // snippet: schedule
    @FiresAt(name = "purge", cron = "0 30 3 * * *", zone = "Europe/Berlin")
    void purge(Firing firing) {
        once.purge(1_000);
        tasks.purge(Duration.ofDays(30), Duration.ofDays(30), 1_000);
    }
    // end
}
