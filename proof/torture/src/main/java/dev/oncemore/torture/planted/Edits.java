package dev.oncemore.torture.planted;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Factories of edits. None of them adds a jump, so that the stack maps of a method stay valid. */
final class Edits {
    private static final Map<Integer, Integer> RETURNS = Map.of(
            Type.BOOLEAN, Opcodes.IRETURN,
            Type.INT, Opcodes.IRETURN,
            Type.LONG, Opcodes.LRETURN,
            Type.OBJECT, Opcodes.ARETURN);

    private Edits() {}

    /** Makes the method return this value and do nothing else. */
    static Edit answers(String className, String method, @Nullable Object value) {
        return new CodeEdit(className, method, "method", node -> {
            Integer returns = RETURNS.get(Type.getReturnType(node.desc).getSort());
            if (!node.name.equals(method) || returns == null) {
                return 0;
            }
            node.instructions = list(push(value), new InsnNode(returns));
            node.tryCatchBlocks.clear();
            node.localVariables = null;
            node.visibleLocalVariableAnnotations = null;
            node.invisibleLocalVariableAnnotations = null;
            return 1;
        });
    }

    /** Makes comparisons of a long with this call's result, or with this field, always equal. */
    static Edit comparesEqual(String className, String method, String member) {
        return at(
                className,
                method,
                "comparison with " + member,
                each -> each.getOpcode() == Opcodes.LCMP && names(member, each.getPrevious()),
                (node, comparison) -> replace(
                        node,
                        comparison,
                        list(new InsnNode(Opcodes.POP2), new InsnNode(Opcodes.POP2), new InsnNode(Opcodes.ICONST_0))));
    }

    /** Makes comparisons of an int with this call's result always equal. */
    static Edit countsAsEqual(String className, String method, String callee) {
        return at(
                className,
                method,
                "comparison of ints with " + callee,
                each -> each.getOpcode() == Opcodes.IF_ICMPNE && names(callee, each.getPrevious()),
                (node, jump) -> replace(node, jump, list(new InsnNode(Opcodes.POP2))));
    }

    /** Within the method, replaces this call's result, or this field's value, by a constant. */
    static Edit ignoresAnswer(String className, String method, String member, @Nullable Object value) {
        return at(
                className,
                method,
                "use of " + member,
                each -> isCall(member).test(each) || (each.getOpcode() == Opcodes.GETFIELD && names(member, each)),
                (node, each) -> {
                    Type type = each instanceof MethodInsnNode call
                            ? Type.getReturnType(call.desc)
                            : Type.getType(((FieldInsnNode) each).desc);
                    node.instructions.insert(each, list(new InsnNode(pop(type)), push(value)));
                });
    }

    /** Within the method, removes a call of a void method. */
    static Edit omitsCall(String className, String method, String callee) {
        return at(className, method, "call of " + callee, isCall(callee), (node, each) -> {
            MethodInsnNode call = (MethodInsnNode) each;
            InsnList drops = new InsnList();
            Type[] arguments = Type.getArgumentTypes(call.desc);
            for (int i = arguments.length - 1; i >= 0; i--) {
                drops.add(new InsnNode(pop(arguments[i])));
            }
            if (call.getOpcode() != Opcodes.INVOKESTATIC) {
                drops.add(new InsnNode(Opcodes.POP));
            }
            replace(node, each, drops);
        });
    }

    /** Within the method, calls another method with the same signature. */
    static Edit callsInstead(String className, String method, String callee, String other) {
        return at(
                className,
                method,
                "call of " + callee,
                isCall(callee),
                (node, call) -> ((MethodInsnNode) call).name = other);
    }

    /** Within the method, creates an object of another class of the same package, with the same constructor signature. */
    static Edit makesInstead(String className, String method, String type, String other) {
        return at(
                className,
                method,
                "new " + type,
                each -> (each instanceof TypeInsnNode made && made.desc.endsWith("/" + type))
                        || (each instanceof MethodInsnNode call && call.owner.endsWith("/" + type)),
                (node, each) -> {
                    if (each instanceof TypeInsnNode made) {
                        made.desc = made.desc.replace(type, other);
                    } else if (each instanceof MethodInsnNode call) {
                        call.owner = call.owner.replace(type, other);
                    }
                });
    }

    /** Changes the result of this call. */
    static Edit altersAnswer(String className, String method, String callee, Supplier<InsnList> alteration) {
        return at(
                className,
                method,
                "call of " + callee,
                isCall(callee),
                (node, call) -> node.instructions.insert(call, alteration.get()));
    }

    /** Within the method, replaces one constant of an enum by another. */
    static Edit mistakes(String className, String method, String constant, String other) {
        return at(
                className,
                method,
                "constant " + constant,
                each -> each.getOpcode() == Opcodes.GETSTATIC && names(constant, each),
                (node, read) -> ((FieldInsnNode) read).name = other);
    }

    /** Within the method, replaces sums of longs by their first operand. */
    static Edit addsNothing(String className, String method) {
        return at(
                className,
                method,
                "sum of longs",
                each -> each.getOpcode() == Opcodes.LADD,
                (node, sum) -> replace(node, sum, list(new InsnNode(Opcodes.POP2))));
    }

    /** Replaces a piece of a text in the class: the first one after each place of another piece of the same text. */
    static Edit says(String className, String after, String piece, String by) {
        return at(
                className,
                CodeEdit.ANY,
                "text '" + after + " … " + piece + "'",
                each -> each instanceof LdcInsnNode constant
                        && constant.cst instanceof String text
                        && text.contains(after),
                (node, each) -> {
                    LdcInsnNode constant = (LdcInsnNode) each;
                    constant.cst = TextEdit.replaced(className, (String) constant.cst, after, piece, by);
                });
    }

    private static Edit at(
            String className,
            String method,
            String what,
            Predicate<AbstractInsnNode> place,
            BiConsumer<MethodNode, AbstractInsnNode> change) {
        return new CodeEdit(className, method, what, node -> {
            int places = 0;
            for (AbstractInsnNode each : node.instructions.toArray()) {
                if (place.test(each)) {
                    change.accept(node, each);
                    places++;
                }
            }
            return places;
        });
    }

    private static Predicate<AbstractInsnNode> isCall(String callee) {
        return node -> node instanceof MethodInsnNode call && call.name.equals(callee);
    }

    private static boolean names(String member, @Nullable AbstractInsnNode node) {
        return (node instanceof MethodInsnNode call && call.name.equals(member))
                || (node instanceof FieldInsnNode field && field.name.equals(member));
    }

    static InsnList list(AbstractInsnNode... nodes) {
        InsnList list = new InsnList();
        for (AbstractInsnNode node : nodes) {
            list.add(node);
        }
        return list;
    }

    private static AbstractInsnNode push(@Nullable Object value) {
        if (value == null) {
            return new InsnNode(Opcodes.ACONST_NULL);
        }
        if (value instanceof Boolean flag) {
            return new InsnNode(flag ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        }
        return new LdcInsnNode(value);
    }

    private static int pop(Type type) {
        return type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP;
    }

    private static void replace(MethodNode method, AbstractInsnNode old, InsnList by) {
        method.instructions.insert(old, by);
        method.instructions.remove(old);
    }
}
