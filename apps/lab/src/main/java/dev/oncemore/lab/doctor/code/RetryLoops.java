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
    private static final int NO_FLAG = -1;
    private static final Set<String> EVERYTHING = Set.of("java/lang/Exception", "java/lang/Throwable");
    private static final Set<String> INTERRUPTED =
            Set.of("java/lang/InterruptedException", "java/io/InterruptedIOException");
    private static final Pattern REMOTE_FAILURE =
            Pattern.compile(".*(IO|Timeout|Connect|Socket|Http|SQL|DataAccess|Remote|Rest|Feign|Runtime).*Exception");
    private static final Pattern CLASH =
            Pattern.compile(".*(AlreadyExist|Duplicate|IntegrityViolation|IntegrityConstraint|Bind|Assertion).*");

    private final ClassNode owner;
    private final MethodNode method;
    private final InsnList code;
    private final Flow flow;
    private final LoopBound bound;
    private final LoopAlternatives alternatives;
    private final FailureChecks checks;

    private RetryLoops(ClassNode owner, MethodNode method) {
        this.owner = owner;
        this.method = method;
        this.code = method.instructions;
        this.flow = new Flow(code);
        this.bound = new LoopBound(code, flow);
        this.alternatives = new LoopAlternatives(method, flow);
        this.checks = new FailureChecks(owner, code);
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
            int start = start(block);
            int head = innermost(ends, start, code.indexOf(block.handler));
            if (block.type != null && head >= 0 && !INTERRUPTED.contains(block.type) && seen.add(start)) {
                add(found, start, head, ends.getOrDefault(head, head));
            }
        }
        return found;
    }

    /** Where a try block begins: {@code finally} cuts it into several, with one handler. */
    private int start(TryCatchBlockNode block) {
        int start = code.indexOf(block.start);
        for (TryCatchBlockNode other : method.tryCatchBlocks) {
            if (code.indexOf(other.handler) == code.indexOf(block.handler)) {
                start = Math.min(start, code.indexOf(other.start));
            }
        }
        return start;
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
        List<Integer> handlers = new ArrayList<>();
        BitSet repeatedCode = new BitSet();
        boolean letsSomeThrough = false;
        int line = 0;
        int tryEnd = start;
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (start(block) != start || block.type == null || INTERRUPTED.contains(block.type)) {
                continue;
            }
            int handler = code.indexOf(block.handler);
            tryEnd = Math.max(tryEnd, code.indexOf(block.end));
            Flow.Reach after = flow.from(handler, head, end);
            if (after.repeats()) {
                repeated.add(block.type);
                handlers.add(handler);
                repeatedCode.or(after.reached());
                line = line == 0 ? flow.line(handler + 2) : line;
            } else {
                letsSomeThrough = true;
            }
        }
        if (repeated.isEmpty()) {
            return;
        }
        Flow.Reach success = flow.from(start, head, end);
        int flag = success.repeats() ? flagThatEndsTheLoop(success.reached(), repeatedCode, head, end) : NO_FLAG;
        boolean leavesWhenItSucceeds = success.repeats() ? flag != NO_FLAG : success.leaves();
        if (!leavesWhenItSucceeds
                || alternatives.areTaken(head, end)
                || alternatives.followFailure(repeatedCode, start, tryEnd)
                || alternatives.areCounted(head, end, start, tryEnd)
                || !RepeatedWork.isWorthARetry(code, start, tryEnd)) {
            return;
        }
        boolean judges = checks.areIn(repeatedCode) || checks.areIn(between(head, start));
        boolean everything = repeated.stream().anyMatch(EVERYTHING::contains) && !letsSomeThrough && !judges;
        List<RetryLoop.Sleep> sleeps = sleeps(repeatedCode, head, end);
        boolean remote = !RepeatedWork.isLocal(owner, method, start, tryEnd)
                && !repeated.stream().allMatch(type -> CLASH.matcher(type).matches())
                && (!sleeps.isEmpty() || repeated.stream().anyMatch(RetryLoops::isRemote));
        found.add(new RetryLoop(
                line,
                start,
                tryEnd,
                repeated,
                everything,
                bound.isBounded(head, end),
                judges || bound.canBeStopped(handlers, head, start, end, flag),
                remote,
                remote ? sleeps : List.of()));
    }

    private static boolean isRemote(String failure) {
        return EVERYTHING.contains(failure)
                || (REMOTE_FAILURE.matcher(failure).matches()
                        && !CLASH.matcher(failure).matches());
    }

    /** The flag of {@code while (!done) try { call(); done = true; } catch …}, or the result that is null until then. */
    private int flagThatEndsTheLoop(BitSet success, BitSet repeatedCode, int head, int end) {
        for (int i = success.nextSetBit(0); i >= 0; i = success.nextSetBit(i + 1)) {
            if (code.get(i) instanceof VarInsnNode store && !repeatedCode.get(i)) {
                boolean sets = (store.getOpcode() == Opcodes.ISTORE && isTruth(store.getPrevious()))
                        || store.getOpcode() == Opcodes.ASTORE;
                if (sets && endsTheLoop(store.var, store.getOpcode() == Opcodes.ASTORE, head, end)) {
                    return store.var;
                }
            }
        }
        return NO_FLAG;
    }

    private static boolean isTruth(AbstractInsnNode instruction) {
        return instruction != null
                && (instruction.getOpcode() == Opcodes.ICONST_0 || instruction.getOpcode() == Opcodes.ICONST_1);
    }

    private boolean endsTheLoop(int variable, boolean isResult, int head, int end) {
        for (int i = head; i <= end; i++) {
            if (code.get(i) instanceof VarInsnNode load
                    && load.getOpcode() == (isResult ? Opcodes.ALOAD : Opcodes.ILOAD)
                    && load.var == variable
                    && flow.following(i) instanceof JumpInsnNode jump
                    && (isResult ? leavesWithResult(jump, head, end) : leavesWithFlag(jump, head, end))) {
                return true;
            }
        }
        return false;
    }

    private boolean leavesWithFlag(JumpInsnNode jump, int head, int end) {
        return (jump.getOpcode() == Opcodes.IFEQ || jump.getOpcode() == Opcodes.IFNE)
                && flow.next(code.indexOf(jump)).stream().anyMatch(next -> next < head || next > end);
    }

    /** Whether the loop goes on only as long as there is no result. */
    private boolean leavesWithResult(JumpInsnNode jump, int head, int end) {
        int target = code.indexOf(jump.label);
        int after = code.indexOf(jump) + 1;
        return switch (jump.getOpcode()) {
            case Opcodes.IFNONNULL -> target < head || target > end;
            case Opcodes.IFNULL -> target >= head && target <= end && after > end;
            default -> false;
        };
    }

    private static BitSet between(int from, int to) {
        BitSet part = new BitSet();
        part.set(from, Math.max(from, to));
        return part;
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
