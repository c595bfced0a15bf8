package dev.oncemore.lab.doctor.code;

import java.util.BitSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Whether a handler looks at the failure before it repeats: at its type, its message, or by asking a predicate. */
final class FailureChecks {
    private static final Pattern MAY_THROW =
            Pattern.compile("(?i).*(throw|propagate|check|ensure|verify|handle|fatal|abort).*");

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

    /** What is asked of a message, or of a class. */
    private static final Set<String> COMPARISONS = Set.of(
            "contains",
            "startsWith",
            "endsWith",
            "equals",
            "equalsIgnoreCase",
            "matches",
            "indexOf",
            "isInstance",
            "isAssignableFrom");

    private final ClassNode owner;
    private final InsnList code;

    FailureChecks(ClassNode owner, InsnList code) {
        this.owner = owner;
        this.code = code;
    }

    boolean areIn(BitSet handler) {
        for (int i = handler.nextSetBit(0); i >= 0; i = handler.nextSetBit(i + 1)) {
            AbstractInsnNode at = code.get(i);
            if (at.getOpcode() == Opcodes.INSTANCEOF
                    || at.getOpcode() == Opcodes.IF_ACMPEQ
                    || at.getOpcode() == Opcodes.IF_ACMPNE
                    || (at instanceof MethodInsnNode call && (judges(call) || compares(call)))) {
                return true;
            }
        }
        return false;
    }

    private boolean judges(MethodInsnNode call) {
        boolean takesFailure = false;
        for (Type argument : Type.getArgumentTypes(call.desc)) {
            takesFailure |= isFailure(argument.getInternalName());
        }
        if (Type.getReturnType(call.desc).getSort() == Type.VOID) {
            return takesFailure && mayThrow(call);
        }
        boolean asksFailure = isFailure(call.owner) && !HARMLESS.contains(call.name);
        return takesFailure || asksFailure;
    }

    /** As {@code throwIfFatal(e)} does; what such a method does in another class is not known. */
    private boolean mayThrow(MethodInsnNode call) {
        if (call.name.startsWith("<")) {
            return false;
        }
        if (!call.owner.equals(owner.name)) {
            return MAY_THROW.matcher(call.name).matches();
        }
        for (MethodNode own : owner.methods) {
            if (own.name.equals(call.name) && own.desc.equals(call.desc)) {
                for (AbstractInsnNode at : own.instructions) {
                    if (at.getOpcode() == Opcodes.ATHROW) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A predicate takes an object, and so do collections of types; a message is text. */
    private static boolean compares(MethodInsnNode call) {
        boolean isFunction = (call.owner.startsWith("java/util/function/") && !call.name.equals("accept"))
                || call.owner.startsWith("kotlin/jvm/functions/")
                || call.owner.startsWith("scala/Function");
        boolean comparesValue = COMPARISONS.contains(call.name) && !call.desc.startsWith("()");
        boolean answersForObject =
                !Library.isOfJdk(call.owner) && call.desc.contains("Ljava/lang/Object;)") && call.desc.endsWith(")Z");
        return (isFunction && !call.desc.startsWith("()")) || comparesValue || answersForObject;
    }

    private static boolean isFailure(String internalName) {
        return internalName.endsWith("Exception")
                || internalName.endsWith("Throwable")
                || internalName.endsWith("Error");
    }
}
