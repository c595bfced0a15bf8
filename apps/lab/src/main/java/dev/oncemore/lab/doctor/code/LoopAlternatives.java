package dev.oncemore.lab.doctor.code;

import java.util.BitSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Whether each round of a loop works on something else: the next address, port, format or message. That is no retry. */
final class LoopAlternatives {
    /** A loop that takes the next of several things tries alternatives, or works off a queue. */
    private static final Set<String> NEXT_ONE =
            Set.of("next", "nextElement", "poll", "take", "pop", "remove", "readLine", "nextLine", "charAt", "receive");

    private static final Pattern COUNTS_ATTEMPTS =
            Pattern.compile("(?i).*(attempt|retr|tries|try|count|round|times).*");

    private final MethodNode method;
    private final InsnList code;
    private final Flow flow;

    LoopAlternatives(MethodNode method, Flow flow) {
        this.method = method;
        this.code = method.instructions;
        this.flow = flow;
    }

    /** Whether a loop takes the next of several things. */
    boolean areTaken(int head, int end) {
        for (int i = head; i <= end; i++) {
            AbstractInsnNode at = code.get(i);
            if (at.getOpcode() >= Opcodes.IALOAD && at.getOpcode() <= Opcodes.SALOAD) {
                return true;
            }
            if (at instanceof MethodInsnNode call && takesNext(call)) {
                return true;
            }
        }
        return false;
    }

    private static boolean takesNext(MethodInsnNode call) {
        if (Library.isOfJdk(call.owner)) {
            return NEXT_ONE.contains(call.name)
                    || (call.name.equals("get") && call.desc.startsWith("(I)") && call.owner.endsWith("List"));
        }
        // Iterators of other libraries; what yields a time is a backoff.
        Type returned = Type.getReturnType(call.desc);
        return NEXT_ONE.contains(call.name)
                && call.desc.startsWith("()")
                && returned.getSort() == Type.OBJECT
                && !returned.getInternalName().startsWith("java/time/");
    }

    /** Whether a failure makes the next round work on something else, as in {@code folder = folder.getParent()}. */
    boolean followFailure(BitSet repeatedCode, int start, int tryEnd) {
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

    /** Whether the work depends on a number that is counted in the loop, as in {@code new ServerSocket(port++)}. */
    boolean areCounted(int head, int end, int start, int tryEnd) {
        BitSet counted = new BitSet();
        for (int i = head; i <= end; i++) {
            if (code.get(i) instanceof IincInsnNode count) {
                counted.set(count.var);
            }
        }
        for (int i = start; i < tryEnd; i++) {
            if (code.get(i) instanceof VarInsnNode load
                    && load.getOpcode() == Opcodes.ILOAD
                    && counted.get(load.var)
                    && isGiven(i)
                    && !COUNTS_ATTEMPTS.matcher(nameOf(load.var, i)).matches()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the next thing done with a number, perhaps after counting on, is a call that is not about its text. */
    private boolean isGiven(int load) {
        AbstractInsnNode next = flow.following(load);
        if (next instanceof IincInsnNode) {
            next = flow.following(code.indexOf(next));
        }
        return next instanceof MethodInsnNode call && !call.owner.startsWith("java/lang/");
    }

    /** Without debug information, a name that counts nothing: the loop is not certainly a retry. */
    private String nameOf(int variable, int at) {
        if (method.localVariables != null) {
            for (LocalVariableNode local : method.localVariables) {
                if (local.index == variable && code.indexOf(local.start) <= at + 1 && at <= code.indexOf(local.end)) {
                    return local.name;
                }
            }
        }
        return "";
    }
}
