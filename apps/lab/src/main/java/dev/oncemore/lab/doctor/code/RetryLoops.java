package dev.oncemore.lab.doctor.code;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds retries written by hand: a loop around a try block that is left when the block succeeds, and whose handler leads back
 * to the start. A worker's loop, which goes on after a success too, and a loop over alternatives are not retries.
 */
final class RetryLoops {
    private static final int INSTRUCTIONS_MAX = 10_000;
    private static final int BLOCKS_MAX = 200;
    private static final int LOOPS_MAX = 200;
    private static final int SLEEPS_MAX = 10;
    private static final Set<String> EVERYTHING = Set.of("java/lang/Exception", "java/lang/Throwable");
    private static final String INTERRUPTED = "java/lang/InterruptedException";
    private static final Pattern REMOTE_FAILURE =
            Pattern.compile(".*(IO|Timeout|Connect|Socket|Http|SQL|DataAccess|Remote|Rest|Feign|Runtime).*Exception");
    /** A loop that takes the next of several things tries alternatives, or works off a queue. */
    private static final Set<String> NEXT_ONE =
            Set.of("next", "nextElement", "poll", "take", "pop", "remove", "readLine", "nextLine", "charAt", "receive");

    /** What is asked of a failure to report it. */
    private static final Set<String> HARMLESS = Set.of(
            "getMessage",
            "getLocalizedMessage",
            "toString",
            "getCause",
            "getStackTrace",
            "getSuppressed",
            "initCause",
            "fillInStackTrace",
            "getClass",
            "hashCode");

    private final ClassNode owner;
    private final MethodNode method;
    private final InsnList code;
    private final Flow flow;
    private final LoopBound bound;

    private RetryLoops(ClassNode owner, MethodNode method) {
        this.owner = owner;
        this.method = method;
        this.code = method.instructions;
        this.flow = new Flow(code);
        this.bound = new LoopBound(code, flow);
    }

    static List<RetryLoop> of(ClassNode owner, MethodNode method) {
        if (method.tryCatchBlocks.isEmpty()
                || method.tryCatchBlocks.size() > BLOCKS_MAX
                || method.instructions.size() > INSTRUCTIONS_MAX) {
            return List.of();
        }
        return new RetryLoops(owner, method).find();
    }

    private List<RetryLoop> find() {
        Map<Integer, Integer> ends = ends();
        if (ends.isEmpty() || ends.size() > LOOPS_MAX) {
            return List.of();
        }
        List<RetryLoop> found = new ArrayList<>();
        Set<Integer> seen = new TreeSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            int start = code.indexOf(block.start);
            int head = innermost(ends, start, code.indexOf(block.handler));
            if (block.type != null && head >= 0 && !block.type.equals(INTERRUPTED) && seen.add(start)) {
                add(found, start, head, ends.getOrDefault(head, head));
            }
        }
        return found;
    }

    /** The loops: the last jump back to each head. */
    private Map<Integer, Integer> ends() {
        Map<Integer, Integer> ends = new HashMap<>();
        for (int i = 0; i < code.size(); i++) {
            if (code.get(i) instanceof JumpInsnNode jump && code.indexOf(jump.label) <= i) {
                ends.merge(code.indexOf(jump.label), i, Math::max);
            }
        }
        return ends;
    }

    private static int innermost(Map<Integer, Integer> ends, int start, int handler) {
        int best = -1;
        for (Map.Entry<Integer, Integer> loop : ends.entrySet()) {
            if (loop.getKey() <= start && handler <= loop.getValue() && start <= handler && loop.getKey() > best) {
                best = loop.getKey();
            }
        }
        return best;
    }

    private void add(List<RetryLoop> found, int start, int head, int end) {
        List<String> repeated = new ArrayList<>();
        BitSet repeatedCode = new BitSet();
        boolean letsSomeThrough = false;
        int line = 0;
        int tryEnd = start;
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (code.indexOf(block.start) != start || block.type == null || block.type.equals(INTERRUPTED)) {
                continue;
            }
            tryEnd = Math.max(tryEnd, code.indexOf(block.end));
            Flow.Reach after = flow.from(code.indexOf(block.handler), head, end);
            if (after.repeats()) {
                repeated.add(block.type);
                repeatedCode.or(after.reached());
                line = line == 0 ? flow.line(code.indexOf(block.handler) + 2) : line;
            } else {
                letsSomeThrough = true;
            }
        }
        if (repeated.isEmpty()
                || !leavesWhenItSucceeds(start, head, end, repeatedCode)
                || triesAlternatives(head, end)
                || takesAnother(repeatedCode, start, tryEnd)) {
            return;
        }
        if (!callsOthers(start, tryEnd)) {
            return;
        }
        boolean everything = repeated.stream().anyMatch(EVERYTHING::contains)
                && !letsSomeThrough
                && !judges(repeatedCode)
                && !judges(between(head, start));
        List<RetryLoop.Sleep> sleeps = sleeps(repeatedCode, head, end);
        boolean remote = !sleeps.isEmpty()
                || repeated.stream()
                        .anyMatch(type -> EVERYTHING.contains(type)
                                || REMOTE_FAILURE.matcher(type).matches());
        boolean bounded = bound.isBounded(head, end);
        found.add(new RetryLoop(line, start, tryEnd, repeated, everything, bounded, remote, sleeps));
    }

    private boolean leavesWhenItSucceeds(int start, int head, int end, BitSet repeatedCode) {
        Flow.Reach success = flow.from(start, head, end);
        return success.repeats()
                ? setsTheFlagThatEndsTheLoop(success.reached(), repeatedCode, head, end)
                : success.leaves();
    }

    /** As in {@code while (!done) try { call(); done = true; } catch …}. */
    private boolean setsTheFlagThatEndsTheLoop(BitSet success, BitSet repeatedCode, int head, int end) {
        for (int i = success.nextSetBit(0); i >= 0; i = success.nextSetBit(i + 1)) {
            if (code.get(i) instanceof VarInsnNode store
                    && store.getOpcode() == Opcodes.ISTORE
                    && !repeatedCode.get(i)
                    && isTruth(code.get(i).getPrevious())
                    && endsTheLoop(store.var, head, end)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTruth(AbstractInsnNode instruction) {
        return instruction != null
                && (instruction.getOpcode() == Opcodes.ICONST_0 || instruction.getOpcode() == Opcodes.ICONST_1);
    }

    private boolean endsTheLoop(int variable, int head, int end) {
        for (int i = head; i <= end; i++) {
            if (code.get(i) instanceof VarInsnNode load
                    && load.getOpcode() == Opcodes.ILOAD
                    && load.var == variable
                    && flow.following(i) instanceof JumpInsnNode jump
                    && (jump.getOpcode() == Opcodes.IFEQ || jump.getOpcode() == Opcodes.IFNE)) {
                int at = code.indexOf(jump);
                if (flow.next(at).stream().anyMatch(next -> next < head || next > end)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean triesAlternatives(int head, int end) {
        for (int i = head; i <= end; i++) {
            AbstractInsnNode at = code.get(i);
            if (at.getOpcode() >= Opcodes.IALOAD && at.getOpcode() <= Opcodes.SALOAD) {
                return true;
            }
            if (at instanceof MethodInsnNode call
                    && Library.isOfJdk(call.owner)
                    && (NEXT_ONE.contains(call.name)
                            || (call.name.equals("get")
                                    && call.desc.startsWith("(I)")
                                    && call.owner.endsWith("List")))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a failure makes the next round work on something else, as in {@code folder = folder.getParent()}. */
    private boolean takesAnother(BitSet repeatedCode, int start, int tryEnd) {
        BitSet used = new BitSet();
        for (int i = start; i < tryEnd; i++) {
            if (code.get(i) instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD) {
                used.set(load.var);
            }
        }
        for (int i = repeatedCode.nextSetBit(0); i >= 0; i = repeatedCode.nextSetBit(i + 1)) {
            boolean isInTry = i >= start && i < tryEnd;
            if (!isInTry
                    && code.get(i) instanceof VarInsnNode store
                    && store.getOpcode() == Opcodes.ASTORE
                    && used.get(store.var)
                    && store.getPrevious().getOpcode() >= 0) {
                return true;
            }
        }
        return false;
    }

    private static BitSet between(int from, int to) {
        BitSet part = new BitSet();
        part.set(from, Math.max(from, to));
        return part;
    }

    /** Whether the work is more than parsing and reflection. */
    private boolean callsOthers(int start, int end) {
        for (int i = start; i <= end && i < code.size(); i++) {
            if (code.get(i) instanceof MethodInsnNode call
                    && !(call.owner.startsWith("java/lang/") || call.owner.startsWith("java/util/function"))) {
                return true;
            }
            if (code.get(i) instanceof MethodInsnNode call
                    && (call.owner.startsWith("java/util/function")
                            || call.name.equals("run")
                            || call.name.equals("call"))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the handler looks at the failure before it repeats. */
    private boolean judges(BitSet handler) {
        for (int i = handler.nextSetBit(0); i >= 0; i = handler.nextSetBit(i + 1)) {
            AbstractInsnNode at = code.get(i);
            if (at.getOpcode() == Opcodes.INSTANCEOF || (at instanceof MethodInsnNode call && judges(call))) {
                return true;
            }
        }
        return false;
    }

    private static boolean judges(MethodInsnNode call) {
        boolean returns = Type.getReturnType(call.desc).getSort() != Type.VOID;
        boolean takesFailure = false;
        for (Type argument : Type.getArgumentTypes(call.desc)) {
            takesFailure |= isFailure(argument.getInternalName());
        }
        boolean asksFailure = isFailure(call.owner) && !HARMLESS.contains(call.name);
        return returns && (takesFailure || asksFailure);
    }

    private static boolean isFailure(String internalName) {
        return internalName.endsWith("Exception")
                || internalName.endsWith("Throwable")
                || internalName.endsWith("Error");
    }

    private List<RetryLoop.Sleep> sleeps(BitSet handler, int head, int end) {
        List<RetryLoop.Sleep> sleeps = new ArrayList<>();
        for (int i = handler.nextSetBit(0); i >= 0; i = handler.nextSetBit(i + 1)) {
            if (sleeps.size() < SLEEPS_MAX
                    && code.get(i) instanceof MethodInsnNode call
                    && SleepDelay.isSleep(owner, call)) {
                SleepDelay delay = SleepDelay.of(owner, method, call, head, end);
                sleeps.add(new RetryLoop.Sleep(flow.line(i), delay.isExact(), delay.growsWithoutLimit()));
            }
        }
        return sleeps;
    }
}
