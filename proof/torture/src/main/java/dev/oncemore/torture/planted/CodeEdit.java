package dev.oncemore.torture.planted;

import java.util.List;
import java.util.function.ToIntFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites the byte code of one method, or of the lambdas within it.
 *
 * @param className the class, nested ones with a dollar sign
 * @param method its name; all methods of that name are rewritten, and all of the class where it is {@link #ANY}
 * @param what the description of the edited code, for messages
 * @param rewriting changes a method, and returns the number of changed places
 */
record CodeEdit(String className, String method, String what, ToIntFunction<MethodNode> rewriting) implements Edit {
    /** Stands for all methods, for code that the compiler may put anywhere, such as constants. */
    static final String ANY = "*";

    @Override
    public boolean concerns(String path) {
        return path.equals(className.replace('.', '/') + ".class");
    }

    @Override
    public byte[] apply(String path, byte[] original) {
        ClassNode type = new ClassNode();
        new ClassReader(original).accept(type, 0);
        int places = methods(type).stream().mapToInt(rewriting).sum();
        if (places == 0) {
            throw new NotApplicableException("there is no " + what + " in " + target() + " any more");
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }

    private List<MethodNode> methods(ClassNode type) {
        return type.methods.stream()
                .filter(node -> method.equals(ANY)
                        || node.name.equals(method)
                        || node.name.startsWith("lambda$" + lambdaName() + "$"))
                .toList();
    }

    /** Lambdas of constructors and initialisers have names without angle brackets. */
    private String lambdaName() {
        return method.equals("<init>") ? "new" : method.equals("<clinit>") ? "static" : method;
    }

    @Override
    public String target() {
        return className.substring(className.lastIndexOf('.') + 1) + "." + method;
    }
}
