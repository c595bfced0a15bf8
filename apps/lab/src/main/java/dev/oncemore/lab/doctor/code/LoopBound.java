package dev.oncemore.lab.doctor.code;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Whether something ends a loop in time: a counter that is compared, a clock that is read, or a method that may do either. */
final class LoopBound {
    private static final int NEAR = 4;
    private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis", "now", "millis", "instant");
    private static final Pattern BOUNDING_NAME =
            Pattern.compile("(?i).*(retr|attempt|exhaust|expire|remain|deadline|max|elapsed|timeout|giveup|again).*");

    private final InsnList code;
    private final Flow flow;
    private final BitSet counted;

    LoopBound(InsnList code, Flow flow) {
        this.code = code;
        this.flow = flow;
        this.counted = counted(code);
    }

    boolean isBounded(int head, int end) {
        for (int i = head; i <= end; i++) {
            AbstractInsnNode at = code.get(i);
            if (at instanceof MethodInsnNode call && (CLOCKS.contains(call.name) || decides(call))) {
                return true;
            }
            if (isNumber(at) && isComparedSoon(i)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a condition can end the loop after a failure: a way from the handlers, or from the head to the work, that leaves
     * it. The flag that a success sets does not count.
     */
    boolean canBeStopped(List<Integer> handlers, int head, int start, int end, int flag) {
        Deque<Integer> open = new ArrayDeque<>(handlers);
        open.push(head);
        BitSet seen = new BitSet();
        seen.set(start);
        while (!open.isEmpty()) {
            int at = open.pop();
            if (seen.get(at)) {
                continue;
            }
            seen.set(at);
            int opcode = code.get(at).getOpcode();
            if (opcode == Opcodes.ATHROW || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)) {
                return true;
            }
            for (int next : flow.next(at)) {
                if (next >= head && next <= end) {
                    open.push(next);
                } else if (!asks(at, flag)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean asks(int jump, int flag) {
        AbstractInsnNode before = code.get(jump).getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        return before instanceof VarInsnNode load && load.var == flag;
    }

    private static boolean decides(MethodInsnNode call) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        boolean answers = Type.getReturnType(call.desc).getSort() == Type.BOOLEAN;
        boolean takesNumber = arguments.length > 0
                && (arguments[0].getSort() == Type.INT || arguments[0].getSort() == Type.LONG)
                && !Library.isOfJdk(call.owner);
        boolean counts = call.owner.startsWith("java/util/concurrent/atomic/");
        return counts
                || (answers && (takesNumber || BOUNDING_NAME.matcher(call.name).matches()));
    }

    /** A counter: a variable that is counted somewhere, or a field. */
    private boolean isNumber(AbstractInsnNode at) {
        if (at instanceof VarInsnNode load && load.getOpcode() == Opcodes.ILOAD) {
            return counted.get(load.var);
        }
        if (at instanceof IincInsnNode) {
            return true;
        }
        return at instanceof FieldInsnNode field
                && (field.getOpcode() == Opcodes.GETFIELD || field.getOpcode() == Opcodes.GETSTATIC)
                && field.desc.equals("I");
    }

    /** The variables that are counted up or down, so that a large method is searched once. */
    private static BitSet counted(InsnList code) {
        BitSet counted = new BitSet();
        for (AbstractInsnNode at : code) {
            if (at instanceof IincInsnNode count) {
                counted.set(count.var);
            }
            if (at instanceof VarInsnNode store
                    && store.getOpcode() == Opcodes.ISTORE
                    && store.getPrevious() != null
                    && (store.getPrevious().getOpcode() == Opcodes.IADD
                            || store.getPrevious().getOpcode() == Opcodes.ISUB)) {
                counted.set(store.var);
            }
        }
        return counted;
    }

    private boolean isComparedSoon(int at) {
        AbstractInsnNode next = code.get(at);
        for (int i = 0; i < NEAR; i++) {
            next = flow.following(code.indexOf(next));
            if (next instanceof JumpInsnNode jump && isComparison(jump.getOpcode())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isComparison(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ICMPLE;
    }
}
