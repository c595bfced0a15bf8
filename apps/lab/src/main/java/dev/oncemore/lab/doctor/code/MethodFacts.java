package dev.oncemore.lab.doctor.code;

import dev.oncemore.lab.doctor.rule.RetryRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What the rules need to know about a method. Collected once, so that the code itself need not be kept. */
final class MethodFacts {

    /** How a method takes part in a transaction. */
    enum Transaction {
        /** It does not care. */
        NONE,
        /** It runs in the caller's, or in one of its own. */
        OPEN,
        /** It runs in one of its own, or in none: the caller's is suspended. */
        SUSPENDS
    }

    /** A call that runs its lambdas again, or in a transaction. */
    record Run(CallSite call, List<CallSite> work) {}

    /**
     * A use of a store of keys.
     *
     * @param ofStore whether it is a class of its own, not a collection in memory
     */
    record KeyUse(KeyVerb verb, int order, int line, boolean ofStore) {}

    /** What the settings of a retry, built in a method, lack. */
    record Built(RetryRule rule, int line, String message) {}

    /** What is done with a key. */
    enum KeyVerb {
        LOOKUP,
        CLAIM,
        SAVE
    }

    final ClassFacts owner;
    final String name;
    final String descriptor;
    final boolean isAbstract;
    final boolean isSynthetic;
    final List<RetryMark> marks = new ArrayList<>();
    /** All annotations, its own and those of its class, by internal name. */
    final List<String> annotations = new ArrayList<>();

    final List<CallSite> calls = new ArrayList<>();
    final List<RetryLoop> loops = new ArrayList<>();
    /** Calls of a library that repeats what it is given. */
    final List<Run> retries = new ArrayList<>();
    /** Calls that open a transaction around what they are given. */
    final List<Run> transactions = new ArrayList<>();

    final List<Built> built = new ArrayList<>();
    final List<KeyUse> keyUses = new ArrayList<>();
    /** Effects on other systems, as calls of libraries. */
    final List<CallSite> posts = new ArrayList<>();

    Transaction transaction = Transaction.NONE;
    /** Whether the container runs it on another thread. */
    boolean isAsync;
    /** Whether the annotation that makes it be retried is one of its class. */
    boolean isMarkedByClass;

    int line;
    boolean mentionsKey;

    MethodFacts(ClassFacts owner, String name, String descriptor, boolean isAbstract, boolean isSynthetic) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.isAbstract = isAbstract;
        this.isSynthetic = isSynthetic;
    }

    String signature() {
        return name + descriptor;
    }

    /** For people; a lambda is named after its method. */
    String shown() {
        String method = name;
        if (name.startsWith("lambda$")) {
            String rest = name.substring("lambda$".length());
            int end = rest.indexOf('$');
            method = end > 0 ? rest.substring(0, end) : rest;
        }
        return owner.name.replace('/', '.').replace('$', '.') + "." + method;
    }

    /** Takes what an annotation of the application stands for; which settings it passes on is not known. */
    void take(Annotations composed) {
        if (marks.isEmpty()) {
            composed.retryMarks().stream().map(RetryMark::withoutDetails).forEach(marks::add);
        }
        if (transaction == Transaction.NONE) {
            transaction = composed.transaction().orElse(Transaction.NONE);
        }
        isAsync |= composed.isAsync();
    }

    /** The calls within a part of the instructions. */
    List<CallSite> callsWhere(IntPredicate order) {
        return calls.stream().filter(call -> order.test(call.order())).toList();
    }

    /** The first mark that makes more than one attempt. */
    @Nullable
    RetryMark mark() {
        return marks.stream().filter(mark -> mark.attempts() > 1).findFirst().orElse(null);
    }
}
