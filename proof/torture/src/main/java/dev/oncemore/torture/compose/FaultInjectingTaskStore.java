package dev.oncemore.torture.compose;

import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.testkit.task.DelegatingTaskStore;
import dev.oncemore.torture.compose.StoreFault.Verb;
import java.util.List;

/** A task store that fails as planned, and checks ends against the ledger when they are written. */
final class FaultInjectingTaskStore extends DelegatingTaskStore {
    private final World world;
    private final TaskStore sound;
    private final FaultInjector faults;

    FaultInjectingTaskStore(World world, TaskStore sound) {
        super(sound);
        this.world = world;
        this.sound = sound;
        faults = new FaultInjector(world, true);
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public List<Claimed> claim(ClaimRequest claim) {
        return faults.call(Verb.TAKE_OVER, () -> sound.claim(claim));
    }

    @Override
    public List<Boolean> extend(List<TaskExtension> extensions) {
        return faults.call(Verb.EXTEND, () -> sound.extend(extensions));
    }

    @Override
    public List<Boolean> finish(List<TaskFinish> finishes) {
        return faults.call(Verb.FINISH, () -> {
            List<Boolean> answers = sound.finish(finishes);
            for (int i = 0; i < answers.size(); i++) {
                End end = finishes.get(i).end();
                if (answers.get(i)) {
                    world.trace.add(-1, "task", world.trace.isInWords() ? end : "");
                    world.taskEnded(end);
                }
            }
            return answers;
        });
    }
}
