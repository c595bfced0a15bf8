package dev.oncemore.lab.scenario;

import dev.oncemore.lab.sim.CallFigures;
import dev.oncemore.lab.sim.DependencyFigures;
import dev.oncemore.lab.sim.DependencyModel;
import dev.oncemore.lab.sim.Destination;
import dev.oncemore.lab.sim.OpenLoop;
import dev.oncemore.lab.sim.SimulatedCaller;
import dev.oncemore.lab.sim.SimulatedDependency;
import dev.oncemore.lab.sim.Timeline;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** A dependency and its callers, with their figures, on one timeline. */
final class SimulatedSystem {
    final Timeline timeline;
    final SplittableRandom random;
    final CallFigures users;
    final DependencyFigures figures;
    final SimulatedDependency dependency;
    private final Duration slice;
    private final Duration end;

    /** A system of a run; each of them sees the same users. */
    SimulatedSystem(LabRun run, DependencyModel model, Duration slice, Duration end) {
        timeline = run.timeline();
        random = run.random(0);
        this.slice = slice;
        this.end = end;
        users = new CallFigures(slice, end);
        figures = new DependencyFigures(slice, end);
        dependency = new SimulatedDependency(timeline, model, figures, random.split());
    }

    /** A process of users that calls the dependency. */
    SimulatedCaller caller(RetryPolicy policy, Safety safety) {
        return outer(policy, safety, dependency);
    }

    /** A process of users that calls something in front of the dependency. */
    SimulatedCaller outer(RetryPolicy policy, Safety safety, Destination destination) {
        return new SimulatedCaller(timeline, policy, safety, destination, users, random.split());
    }

    /** A process whose figures do not count as the users'. */
    SimulatedCaller inner(RetryPolicy policy, Safety safety, Destination destination) {
        return new SimulatedCaller(timeline, policy, safety, destination, new CallFigures(slice, end), random.split());
    }

    /** Lets users come at random until then. */
    void arrivals(List<SimulatedCaller> callers, double perSecond, Duration until) {
        new OpenLoop(timeline, callers, perSecond, until, random.split(), null).start();
    }
}
