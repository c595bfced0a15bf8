package dev.oncemore.torture.nemesis;

import dev.oncemore.torture.nemesis.node.InjectedFault;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Injects faults into one node, one after the other, until the round's quota is used up. */
final class FaultDriver {
    private static final int WORK_MILLIS_MAX = 350;
    private static final int KILLED_WHILE_PAUSED_ONE_IN = 6;
    private static final int STORE_FAULTS_ONE_IN = 2;
    private static final int DIRECTED_MAX = 6;

    private final Fleet fleet;
    private final int index;
    private final NodeLedger ledger;
    private final CampaignCounters counters;
    private final Random random;
    private final int leaseMillis;
    private final List<InjectedFault> storeFaults;

    FaultDriver(Fleet fleet, int index, NodeLedger ledger, CampaignCounters counters, long seed, int leaseMillis) {
        this.fleet = fleet;
        this.index = index;
        this.ledger = ledger;
        this.counters = counters;
        this.leaseMillis = leaseMillis;
        random = new Random(seed);
        storeFaults = Stream.of(InjectedFault.values())
                .filter(fault -> fleet.isOnSql() || !fault.isCut())
                .toList();
    }

    void run(Quota quota) throws InterruptedException, IOException {
        for (Quota.Strike strike = quota.next(random); strike != Quota.Strike.NONE; strike = quota.next(random)) {
            fleet.requireAlive(fleet.member(index));
            NodeProcess member = fleet.awaitWorking(index);
            Thread.sleep(20 + random.nextInt(WORK_MILLIS_MAX));
            if (random.nextInt(STORE_FAULTS_ONE_IN) == 0) {
                breakStore(member);
                Thread.sleep(random.nextInt(WORK_MILLIS_MAX));
            }
            boolean landed = strike == Quota.Strike.KILL ? kill(member) : pause(member);
            if (!landed) {
                quota.giveBack(strike);
            }
        }
        NodeProcess last = fleet.member(index);
        fleet.requireAlive(last);
    }

    /** Counted when the node has run into it. */
    private void breakStore(NodeProcess member) {
        InjectedFault fault = storeFaults.get(random.nextInt(storeFaults.size()));
        long millis = leases();
        member.faultFor(millis);
        member.send("fault", fault.name(), Long.toString(millis));
    }

    /** Between half a lease and three, mostly short. */
    private long leases() {
        double shape = random.nextDouble();
        return (long) (leaseMillis * (0.5 + 2.5 * shape * shape));
    }

    private boolean kill(NodeProcess member) throws InterruptedException, IOException {
        boolean landed = member.isWorking();
        landed &= fleet.kill(member);
        if (landed) {
            counters.landed("kills");
        }
        return landed;
    }

    private boolean pause(NodeProcess member) throws InterruptedException, IOException {
        member.paused();
        boolean landed = member.isWorking() && Signals.stop(member.process);
        List<String> held = ledger.keysOf(member);
        direct(held, member);
        Thread.sleep(leases());
        if (landed) {
            counters.landed("pauses");
        }
        if (landed && random.nextInt(KILLED_WHILE_PAUSED_ONE_IN) == 0) {
            fleet.kill(member);
            counters.landed("kills while paused");
            return true;
        }
        Signals.resume(member.process);
        member.resumed();
        if (fleet.size() == 1) {
            direct(held, member);
        }
        return landed;
    }

    /** Makes other nodes call the keys of the paused one; a single node calls its own when it resumes. */
    private void direct(List<String> keys, NodeProcess paused) {
        List<NodeProcess> others = fleet.members().stream()
                .filter(other -> (other != paused || !other.isPaused()) && other.isWorking())
                .toList();
        if (!others.isEmpty()) {
            keys.stream()
                    .limit(DIRECTED_MAX)
                    .forEach(key -> others.get(random.nextInt(others.size())).send("call", key));
        }
    }
}
