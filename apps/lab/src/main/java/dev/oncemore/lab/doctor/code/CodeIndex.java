package dev.oncemore.lab.doctor.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All classes of a review, to follow calls from one to another. */
final class CodeIndex {
    private static final int VISITS_MAX = 500;
    private static final int ANCESTORS_MAX = 20;

    private final Map<String, ClassFacts> classes = new HashMap<>();
    private final Map<String, List<ClassFacts>> concrete = new HashMap<>();
    private final boolean interceptorsSendKeys;

    CodeIndex(List<ClassFacts> all) {
        interceptorsSendKeys = all.stream().anyMatch(ClassFacts::sendsKeysForOthers);
        for (ClassFacts one : all) {
            classes.putIfAbsent(one.name, one);
        }
        for (ClassFacts one : classes.values()) {
            one.methods.values().forEach(this::takeComposed);
        }
        for (ClassFacts one : classes.values()) {
            if (!one.isAbstract) {
                for (String type : one.interfaces) {
                    takeTransactions(one, classes.get(type));
                    concrete.computeIfAbsent(type, none -> new ArrayList<>()).add(one);
                }
                if (one.superName != null) {
                    concrete.computeIfAbsent(one.superName, none -> new ArrayList<>())
                            .add(one);
                }
            }
        }
    }

    private void takeComposed(MethodFacts method) {
        for (String type : method.annotations) {
            ClassFacts annotation = classes.get(type);
            if (annotation != null && annotation.composed != null) {
                method.take(annotation.composed);
            }
        }
    }

    /** The annotations of an interface apply to the methods that implement it. */
    private static void takeTransactions(ClassFacts one, @Nullable ClassFacts type) {
        if (type != null) {
            one.methods.forEach((signature, method) -> {
                MethodFacts declared = type.methods.get(signature);
                if (declared != null && method.transaction == MethodFacts.Transaction.NONE) {
                    method.transaction = declared.transaction;
                }
            });
        }
    }

    /** Whether a client adds keys by itself; which of several does is not known. */
    boolean interceptorsSendKeys() {
        return interceptorsSendKeys;
    }

    /**
     * A call that was followed.
     *
     * @param first the call with which it began
     * @param via the last call
     * @param from the class that makes the last call
     * @param target the method that is called
     */
    record Step(CallSite first, CallSite via, ClassFacts from, MethodFacts target, int depth) {
        /**
         * Whether a proxy is called, so that annotations of the target apply. A call of an inherited method, or of the outer
         * object by an inner class, is one of the object itself.
         */
        boolean crossesClasses() {
            String called = via.owner();
            return !via.lambda()
                    && !called.equals(from.name)
                    && !called.equals(from.superName)
                    && !target.owner.name.equals(from.name)
                    && !from.name.startsWith(target.owner.name + "$");
        }
    }

    /**
     * Follows calls, nearest first, until one is found.
     *
     * @param from the class that makes the calls
     * @param start the calls
     * @param depthMax how many calls deep
     * @param enters whether the calls of a method are followed, too
     * @param wanted what to find
     */
    Optional<Step> search(
            ClassFacts from, List<CallSite> start, int depthMax, Predicate<Step> enters, Predicate<Step> wanted) {
        Deque<Step> open = new ArrayDeque<>();
        Set<MethodFacts> seen = new HashSet<>();
        start.forEach(call -> resolve(call).ifPresent(target -> open.add(new Step(call, call, from, target, 1))));
        while (!open.isEmpty() && seen.size() < VISITS_MAX) {
            Step step = open.poll();
            if (!seen.add(step.target)) {
                continue;
            }
            if (wanted.test(step)) {
                return Optional.of(step);
            }
            if (step.depth < depthMax && enters.test(step)) {
                for (CallSite call : step.target.calls) {
                    resolve(call)
                            .ifPresent(target ->
                                    open.add(new Step(step.first, call, step.target.owner, target, step.depth + 1)));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The method that a call reaches: the declared one, or that of the only class that implements it. An interface of an HTTP
     * client that is implemented here, too, may be the one of a controller.
     */
    Optional<MethodFacts> resolve(CallSite call) {
        MethodFacts declared = declared(call);
        if (declared == null) {
            return Optional.empty();
        }
        boolean says = !declared.marks.isEmpty();
        List<ClassFacts> implementors = concrete.getOrDefault(call.owner(), List.of());
        if (declared.isAbstract && !says && implementors.size() == 1) {
            MethodFacts implemented = implementors.get(0).methods.get(call.signature());
            return Optional.of(implemented == null ? declared : implemented);
        }
        return Optional.of(declared);
    }

    private @Nullable MethodFacts declared(CallSite call) {
        ClassFacts at = classes.get(call.owner());
        for (int i = 0; i < ANCESTORS_MAX && at != null; i++) {
            MethodFacts found = at.methods.get(call.signature());
            if (found != null) {
                return found;
            }
            at = at.superName == null ? null : classes.get(at.superName);
        }
        return null;
    }
}
