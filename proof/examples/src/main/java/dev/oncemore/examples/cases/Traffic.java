package dev.oncemore.examples.cases;

import dev.oncemore.testkit.net.NetworkFault;
import java.io.IOException;
import java.util.SplittableRandom;

/** Calls through a network of which one request in five fails: half of these lose the request, half the response. */
final class Traffic {
    private static final double FAULT_SHARE = 0.2;
    private static final long SEED = 1;

    private final CaseClient client;
    private final String name;

    Traffic(CaseClient client, String name) {
        this.client = client;
        this.name = name;
    }

    /** Sends this many calls, one after the other; returns how many failed. */
    int send(int calls) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED);
        int failed = 0;
        for (int i = 0; i < calls; i++) {
            double chance = random.nextDouble();
            if (chance < FAULT_SHARE) {
                client.plan(chance < FAULT_SHARE / 2 ? NetworkFault.cutBeforeRequest() : NetworkFault.dropReply());
            }
            try {
                boolean isCreated =
                        client.create(name + "-traffic-" + i, "Case " + i).statusCode() == 201;
                failed += isCreated ? 0 : 1;
            } catch (IOException e) {
                failed++;
            }
        }
        return failed;
    }
}
