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
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
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
    private static final int COMPARED_WITHIN = 6;
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

    private static final Set<String> CAPS = Set.of("min", "clamp", "compareTo");

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
        grows &= variables.stream().anyMatch(variable -> isCarried(frames, variable));
    }

    /** Whether a variable brings its value from one round to the next: it is set before the loop and within it. */
    private boolean isCarried(@Nullable Frame<SourceValue>[] frames, int variable) {
        Frame<SourceValue> frame = frames[head];
        if (frame == null || variable >= frame.getLocals()) {
            return false;
        }
        boolean isSetBefore = variable < argumentSlots();
        boolean isSetWithin = false;
        for (AbstractInsnNode at : frame.getLocal(variable).insns) {
            int index = method.instructions.indexOf(at);
            isSetWithin |= index >= head && index <= end;
            isSetBefore |= index < head;
        }
        return isSetBefore && isSetWithin;
    }

    private int argumentSlots() {
        int slots = (method.access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
        for (Type argument : Type.getArgumentTypes(method.desc)) {
            slots += argument.getSize();
        }
        return slots;
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
        } else if ((opcode >= Opcodes.I2L && opcode <= Opcodes.I2S)
                || (opcode >= Opcodes.DUP && opcode <= Opcodes.DUP2_X2)
                || opcode == Opcodes.CHECKCAST) {
            operands(frames, at, 1);
        } else if (at instanceof FieldInsnNode field) {
            step(field);
        } else if (at instanceof IincInsnNode count) {
            variables.add(count.var);
        } else {
            // A constant is exact; what an array, a dynamic call or a switch yields is not known.
            unknown |= opcode > Opcodes.LDC;
        }
    }

    /** A field of the class is as random as the methods that set it; one of another object may be anything. */
    private void step(FieldInsnNode field) {
        if (!field.owner.equals(owner.name)) {
            unknown |= field.getOpcode() == Opcodes.GETFIELD;
            return;
        }
        for (MethodNode writer : owner.methods) {
            if (sets(writer, field)) {
                boolean constructs = writer.name.startsWith("<");
                boolean wasUnknown = unknown;
                boolean grew = grows;
                inspect(writer);
                grows = grew;
                unknown = wasUnknown || (!constructs && unknown);
            }
        }
    }

    private static boolean sets(MethodNode writer, FieldInsnNode read) {
        for (AbstractInsnNode at : writer.instructions) {
            if (at instanceof FieldInsnNode field
                    && (field.getOpcode() == Opcodes.PUTFIELD || field.getOpcode() == Opcodes.PUTSTATIC)
                    && field.name.equals(read.name)
                    && field.owner.equals(read.owner)) {
                return true;
            }
        }
        return false;
    }

    private void step(@Nullable Frame<SourceValue>[] frames, MethodInsnNode call) {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        random |= Library.isRandom(call.owner, call.name);
        capped |= CAPS.contains(call.name);
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
                capped |= CAPS.contains(call.name);
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
                for (int n = 0; n < COMPARED_WITHIN && after != null; n++) {
                    after = after.getNext();
                    if (after != null && compares(after, load.getOpcode())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean compares(AbstractInsnNode at, int load) {
        int opcode = at.getOpcode();
        return (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG)
                || (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE && load == Opcodes.ILOAD)
                || (at instanceof MethodInsnNode call && call.name.equals("compareTo"));
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
