package dev.oncemore.lab.doctor.code;

import dev.oncemore.lab.doctor.code.CodeIndex.Step;
import dev.oncemore.lab.doctor.code.MethodFacts.KeyUse;
import dev.oncemore.lab.doctor.code.MethodFacts.KeyVerb;
import dev.oncemore.lab.doctor.code.MethodFacts.Transaction;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules for class files. Each says nothing when it is not certain. */
final class CodeRules {
    private static final int DEPTH_MAX = 4;
    /** Verbs that change something elsewhere. */
    private static final Pattern EFFECT = Pattern.compile(
            "(send|post|charge|pay|transfer|publish|ship|deliver|debit|credit|refund|withdraw|deposit)" + "([A-Z].*)?");
    /** Verbs that often do; next to a store of keys, not next to a set of visited things. */
    private static final Pattern WORK =
            Pattern.compile("(create|book|place|submit|process|handle|apply|perform|call|invoke|capture|issue|exchange"
                    + "|dispatch|emit|execute)([A-Z].*)?");

    private final CodeIndex index;
    private final boolean transactionsOutside;
    private final Set<DoctorFinding> found = new LinkedHashSet<>();
    /** An annotation of a class is one finding, not one for each of its methods. */
    private final Set<String> markedClasses = new HashSet<>();

    /**
     * Prepares the rules.
     *
     * @param transactionsOutside whether the application orders its advices so that a transaction is around the retries of
     *     the same method; by default, every library has it the other way
     */
    CodeRules(CodeIndex index, boolean transactionsOutside) {
        this.index = index;
        this.transactionsOutside = transactionsOutside;
    }

    List<DoctorFinding> review(List<ClassFacts> classes) {
        for (ClassFacts one : classes) {
            for (MethodFacts method : one.methods.values()) {
                marks(method);
                method.built.forEach(built -> add(built.rule(), method, built.line(), built.message()));
                loops(method);
                transactions(method);
                for (RetriedWork work : RetriedWork.of(method)) {
                    nested(work);
                    posts(work);
                }
                keyOrder(method);
            }
        }
        return new ArrayList<>(found);
    }

    private void marks(MethodFacts method) {
        RetryMark mark = method.mark();
        if (mark == null || method.isSynthetic || (method.isMarkedByClass && !markedClasses.add(method.owner.name))) {
            return;
        }
        if (mark.repeatsEverything()) {
            add(
                    RetryRule.RETRIES_EVERYTHING,
                    method,
                    method.line,
                    mark.library() + " names no failures, so that all are retried");
        }
        if (mark.withoutJitter()) {
            add(RetryRule.NO_JITTER, method, method.line, mark.library() + " waits the same time for all callers");
        }
        if (method.marks.size() > 1) {
            add(
                    RetryRule.NESTED_RETRIES,
                    method,
                    method.line,
                    "both " + method.marks.get(0).library() + " and "
                            + method.marks.get(1).library() + " retry this method");
        }
    }

    private void loops(MethodFacts method) {
        for (RetryLoop loop : method.loops) {
            if (loop.everything()) {
                add(
                        RetryRule.RETRIES_EVERYTHING,
                        method,
                        loop.line(),
                        "the loop repeats its work after every "
                                + CallSite.simpleName(loop.failures().get(0)));
            }
            if (!loop.bounded() && !loop.stoppable() && loop.remote()) {
                add(RetryRule.UNBOUNDED_RETRY, method, loop.line(), "the loop repeats its work until it succeeds");
            }
            for (RetryLoop.Sleep sleep : loop.sleeps()) {
                if (sleep.withoutJitter()) {
                    add(
                            RetryRule.SLEEP_WITHOUT_JITTER,
                            method,
                            sleep.line(),
                            "callers that failed together retry together");
                }
                if (sleep.withoutCap() && !loop.bounded()) {
                    add(RetryRule.SLEEP_WITHOUT_CAP, method, sleep.line(), "the delay grows with each attempt");
                }
            }
        }
    }

    private void transactions(MethodFacts method) {
        for (MethodFacts.Run run : method.transactions) {
            inTransaction(method, run.work(), run.call().shown());
        }
        if (method.transaction != Transaction.OPEN || method.isSynthetic) {
            return;
        }
        method.retries.stream()
                .filter(run -> Library.isOnCallersThread(run.call().name()) && RetriedWork.isRetry(method, run))
                .forEach(run -> add(
                        RetryRule.RETRY_IN_TRANSACTION,
                        method,
                        run.call().line(),
                        run.call().shown() + " retries inside the transaction of this method"));
        method.loops.stream()
                .filter(RetryLoop::remote)
                .forEach(loop -> add(
                        RetryRule.RETRY_IN_TRANSACTION,
                        method,
                        loop.line(),
                        "the loop retries inside the transaction of this method"));
        if (transactionsOutside && method.mark() != null) {
            add(
                    RetryRule.RETRY_IN_TRANSACTION,
                    method,
                    method.line,
                    "the order of the advices puts the transaction around the retries of this method");
        }
        inTransaction(
                method, method.calls.stream().filter(call -> !call.lambda()).toList(), "@Transactional");
    }

    private void inTransaction(MethodFacts method, List<CallSite> calls, String by) {
        Optional<Step> retry = index.search(
                method.owner,
                calls,
                DEPTH_MAX - 1,
                step -> isOnThread(step) && step.target().transaction == Transaction.NONE,
                step -> isOnThread(step) && step.target().transaction != Transaction.SUSPENDS && retriesOnThread(step));
        retry.ifPresent(step -> add(
                RetryRule.RETRY_IN_TRANSACTION,
                method,
                step.first().line(),
                step.target().shown() + " retries, and the transaction of " + by + " stays open meanwhile"));
    }

    /** Another method may run a lambda later, or on another thread; so does the container with an asynchronous method. */
    private static boolean isOnThread(Step step) {
        return !step.target().isAsync && (step.depth() == 1 || !step.via().lambda());
    }

    private static boolean retriesOnThread(Step step) {
        MethodFacts target = step.target();
        if (step.crossesClasses() && target.mark() != null) {
            return true;
        }
        // A method with a transaction of its own is reported there.
        return target.transaction == Transaction.NONE
                && (target.loops.stream().anyMatch(RetryLoop::remote)
                        || target.retries.stream()
                                .anyMatch(run ->
                                        Library.isOnCallersThread(run.call().name())
                                                && RetriedWork.isRetry(target, run)));
    }

    private void nested(RetriedWork work) {
        MethodFacts method = work.method();
        work.retries().stream()
                .filter(run -> RetriedWork.isRetry(method, run))
                .forEach(run -> add(
                        RetryRule.NESTED_RETRIES,
                        method,
                        run.call().line(),
                        run.call().shown() + " retries inside " + work.by()));
        work.loops().stream()
                .filter(RetryLoop::remote)
                .forEach(loop ->
                        add(RetryRule.NESTED_RETRIES, method, loop.line(), "the loop retries inside " + work.by()));
        index.search(
                        method.owner,
                        work.calls(),
                        DEPTH_MAX,
                        step -> step.target() != method && !step.target().isAsync,
                        step -> !step.target().isAsync && retries(step, method))
                .ifPresent(step -> add(
                        RetryRule.NESTED_RETRIES,
                        method,
                        step.first().line(),
                        step.target().shown() + " retries inside " + work.by() + ", so that attempts multiply"));
    }

    private static boolean retries(Step step, MethodFacts outer) {
        MethodFacts target = step.target();
        return target != outer
                && ((step.crossesClasses() && target.mark() != null)
                        || target.loops.stream().anyMatch(RetryLoop::remote)
                        || target.retries.stream().anyMatch(run -> RetriedWork.isRetry(target, run)));
    }

    private void posts(RetriedWork work) {
        MethodFacts method = work.method();
        if (index.interceptorsSendKeys() || work.unsentOnly() || method.mentionsKey || method.owner.mentionsKey) {
            return;
        }
        work.posts().stream()
                .findFirst()
                .ifPresent(post -> addPost(work, post.line() == 0 ? work.line() : post.line()));
        index.search(
                        method.owner,
                        work.calls(),
                        DEPTH_MAX - 1,
                        step -> true,
                        step -> !step.target().posts.isEmpty() || step.target().mentionsKey)
                .filter(step -> !step.target().mentionsKey && !step.target().owner.mentionsKey)
                .ifPresent(step -> addPost(work, step.first().line()));
    }

    private void addPost(RetriedWork work, int line) {
        add(
                RetryRule.POST_WITHOUT_KEY,
                work.method(),
                line,
                "a POST is repeated by " + work.by() + ", also after a lost reply, when it may have taken effect");
    }

    private void keyOrder(MethodFacts method) {
        Optional<KeyUse> lookup = first(method, KeyVerb.LOOKUP, -1);
        if (lookup.isEmpty()) {
            return;
        }
        Optional<KeyUse> save = first(method, KeyVerb.SAVE, lookup.get().order());
        boolean claimed = method.keyUses.stream().anyMatch(use -> use.verb() == KeyVerb.CLAIM);
        if (save.isEmpty() || claimed) {
            return;
        }
        Set<Integer> ofStore = new LinkedHashSet<>();
        method.keyUses.forEach(use -> ofStore.add(use.order()));
        boolean firstSaveIsEarly = method.keyUses.stream()
                .anyMatch(use ->
                        use.verb() == KeyVerb.SAVE && use.order() < lookup.get().order());
        boolean acts = method
                .callsWhere(order ->
                        order > lookup.get().order() && order < save.get().order())
                .stream()
                .anyMatch(call -> !ofStore.contains(call.order())
                        && isEffect(
                                method,
                                call,
                                lookup.get().ofStore() && save.get().ofStore()));
        if (acts && !firstSaveIsEarly) {
            add(
                    RetryRule.KEY_AFTER_EFFECT,
                    method,
                    save.get().line(),
                    "after a crash between the effect and this line, the effect is repeated; so it is for two calls at once");
        }
    }

    /** In a transaction, key and effect are atomic unless the effect is elsewhere. */
    private static boolean isEffect(MethodFacts method, CallSite call, boolean ofStore) {
        boolean acts = EFFECT.matcher(call.name()).matches()
                || (ofStore && WORK.matcher(call.name()).matches());
        return Library.isRemote(call.owner()) || (method.transaction != Transaction.OPEN && acts);
    }

    private static Optional<KeyUse> first(MethodFacts method, KeyVerb verb, int after) {
        return method.keyUses.stream()
                .filter(use -> use.verb() == verb && use.order() > after)
                .findFirst();
    }

    private void add(RetryRule rule, MethodFacts method, int line, String message) {
        found.add(new DoctorFinding(rule, method.owner.place, line == 0 ? method.line : line, method.shown(), message));
    }
}
