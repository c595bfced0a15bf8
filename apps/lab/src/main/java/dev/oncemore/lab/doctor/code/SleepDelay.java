package dev.oncemore.lab.doctor.code;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** Where the delay of a sleeping loop comes from: followed back through variables, arithmetic and methods of the class. */
final class SleepDelay {
    private static final int STEPS_MAX = 200;
    private static final int CELLS_MAX = 2_000_000;
    /** Classes whose methods only convert or combine numbers. */
    private static final Set<String> NEUTRAL = Set.of(
            "java/time/Duration",
            "java/util/concurrent/TimeUnit",
            "java/lang/Math",
            "java/lang/Long",
            "java/lang/Integer",
            "java/lang/Double",
            "java/lang/Number");

    private final ClassNode owner;
    private final MethodNode method;
    private final int head;
    private final int end;
    private final Deque<AbstractInsnNode> open = new ArrayDeque<>();
    private final Set<AbstractInsnNode> seen = new HashSet<>();
    private final Set<Integer> variables = new HashSet<>();
    private boolean random;
    private boolean grows;
    private boolean capped;
    private boolean unknown;

    private SleepDelay(ClassNode owner, MethodNode method, int head, int end) {
        this.owner = owner;
        this.method = method;
        this.head = head;
        this.end = end;
    }

    /** Whether a call sleeps, or is one of a method of the class that does. */
    static boolean isSleep(ClassNode owner, MethodInsnNode call) {
        if (Library.isSleep(call.owner, call.name)) {
            return true;
        }
        MethodNode own = find(owner, call);
        return own != null && takesDelay(call.desc) && sleeps(own);
    }

    private static boolean takesDelay(String descriptor) {
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            if (argument.getSort() == Type.INT
                    || argument.getSort() == Type.LONG
                    || argument.getClassName().equals("java.time.Duration")) {
                return true;
            }
        }
        return false;
    }

    private static boolean sleeps(MethodNode method) {
        for (AbstractInsnNode at : method.instructions) {
            if (at instanceof MethodInsnNode call && Library.isSleep(call.owner, call.name)) {
                return true;
            }
        }
        return false;
    }

    /** Follows the delay of a sleep within a loop. */
    static SleepDelay of(ClassNode owner, MethodNode method, MethodInsnNode sleep, int head, int end) {
        SleepDelay delay = new SleepDelay(owner, method, head, end);
        MethodNode own = find(owner, sleep);
        if (own != null) {
            delay.inspect(own);
        }
        delay.follow(sleep);
        return delay;
    }

    /** Whether every caller certainly waits the same time. */
    boolean isExact() {
        return !random && !unknown;
    }

    /** Whether the delay certainly grows with each attempt, whatever its length. */
    boolean growsWithoutLimit() {
        return grows && !capped && !unknown;
    }

    private void follow(MethodInsnNode sleep) {
        InsnList code = method.instructions;
        if ((long) code.size() * (method.maxLocals + method.maxStack) > CELLS_MAX) {
            unknown = true;
            return;
        }
        Frame<SourceValue>[] frames;
        try {
            frames = new Analyzer<>(new SourceInterpreter()).analyze(owner.name, method);
        } catch (AnalyzerException | RuntimeException | AssertionError e) {
            unknown = true;
            return;
        }
        operands(frames, sleep, Type.getArgumentTypes(sleep.desc).length);
        while (!open.isEmpty()) {
            AbstractInsnNode at = open.pop();
            if (seen.add(at)) {
                step(frames, at);
            }
            if (seen.size() > STEPS_MAX) {
                unknown = true;
                return;
            }
        }
        capped |= isCompared(code);
    }

    private void step(@Nullable Frame<SourceValue>[] frames, AbstractInsnNode at) {
        int opcode = at.getOpcode();
        if (at instanceof MethodInsnNode call) {
            step(frames, call);
        } else if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD && at instanceof VarInsnNode load) {
            Frame<SourceValue> frame = frame(frames, at);
            variables.add(load.var);
            if (frame != null && load.var < frame.getLocals()) {
                open.addAll(frame.getLocal(load.var).insns);
            }
        } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            operands(frames, at, 1);
        } else if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
            boolean multiplies = (opcode >= Opcodes.IMUL && opcode <= Opcodes.DMUL)
                    || opcode == Opcodes.ISHL
                    || opcode == Opcodes.LSHL;
            int index = method.instructions.indexOf(at);
            grows |= multiplies && index >= head && index <= end;
            operands(frames, at, 2);
        } else if (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) {
            operands(frames, at, 1);
        }
    }

    private void step(@Nullable Frame<SourceValue>[] frames, MethodInsnNode call) {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        random |= Library.isRandom(call.owner, call.name);
        capped |= call.name.equals("min");
        MethodNode own = find(owner, call);
        if (own != null) {
            inspect(own);
        } else if (!NEUTRAL.contains(call.owner) && !Library.isRandom(call.owner, call.name)) {
            unknown = true;
        }
        grows |= call.name.equals("pow") || call.name.equals("multipliedBy");
        operands(frames, call, Type.getArgumentTypes(call.desc).length + (isStatic ? 0 : 1));
    }

    /** What a method of the class does to a delay, as far as its calls tell. */
    private void inspect(MethodNode own) {
        for (AbstractInsnNode at : own.instructions) {
            if (at instanceof MethodInsnNode call) {
                boolean isRandom = Library.isRandom(call.owner, call.name);
                random |= isRandom;
                capped |= call.name.equals("min");
                unknown |= !Library.isOfJdk(call.owner)
                        && Type.getReturnType(call.desc).getSort() != Type.VOID
                        && !call.name.startsWith("is");
            }
            int opcode = at.getOpcode();
            grows |= opcode == Opcodes.LMUL
                    || opcode == Opcodes.IMUL
                    || opcode == Opcodes.LSHL
                    || opcode == Opcodes.ISHL;
        }
    }

    private void operands(@Nullable Frame<SourceValue>[] frames, AbstractInsnNode at, int count) {
        Frame<SourceValue> frame = frame(frames, at);
        for (int i = 0; frame != null && i < count && i < frame.getStackSize(); i++) {
            open.addAll(frame.getStack(frame.getStackSize() - 1 - i).insns);
        }
    }

    private @Nullable Frame<SourceValue> frame(@Nullable Frame<SourceValue>[] frames, AbstractInsnNode at) {
        return frames[method.instructions.indexOf(at)];
    }

    /** Whether a variable of the delay is compared within the loop, as in {@code if (delay > max) delay = max}. */
    private boolean isCompared(InsnList code) {
        for (int i = head; i <= end; i++) {
            if (code.get(i) instanceof VarInsnNode load
                    && variables.contains(load.var)
                    && load.getOpcode() <= Opcodes.ALOAD) {
                AbstractInsnNode after = load;
                for (int n = 0; n < 3 && after != null; n++) {
                    after = after.getNext();
                    if (after != null
                            && (after.getOpcode() == Opcodes.LCMP
                                    || (after instanceof JumpInsnNode
                                            && after.getOpcode() >= Opcodes.IF_ICMPEQ
                                            && after.getOpcode() <= Opcodes.IF_ICMPLE
                                            && load.getOpcode() == Opcodes.ILOAD))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static @Nullable MethodNode find(ClassNode owner, MethodInsnNode call) {
        if (!call.owner.equals(owner.name)) {
            return null;
        }
        return owner.methods.stream()
                .filter(method -> method.name.equals(call.name) && method.desc.equals(call.desc))
                .findFirst()
                .orElse(null);
    }
}
