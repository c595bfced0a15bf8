package dev.oncemore.spring;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/** Finds calls of a class's own methods in its bytecode, lambdas and method references included. */
final class CallsWithin {
    private CallsWithin() {}

    /**
     * A call.
     *
     * @param caller the name of the calling method
     * @param callee the name of the called one
     */
    record Found(String caller, String callee) {}

    /** The calls of these methods; none if the bytecode cannot be read. */
    static List<Found> of(Class<?> type, Collection<Method> methods) {
        Map<String, String> wanted = new HashMap<>();
        methods.forEach(method -> wanted.put(method.getName() + Type.getMethodDescriptor(method), method.getName()));
        List<Found> found = new ArrayList<>();
        try (InputStream bytes = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (bytes != null) {
                new ClassReader(bytes).accept(new Reader(Type.getInternalName(type), wanted, found), 0);
            }
        } catch (IOException | IllegalArgumentException e) {
            return List.of(); // it only warns, and must not keep the application from starting
        }
        return found;
    }

    private static final class Reader extends ClassVisitor {
        private final String owner;
        private final Map<String, String> wanted;
        private final List<Found> found;

        Reader(String owner, Map<String, String> wanted, List<Found> found) {
            super(SpringAsmInfo.ASM_VERSION);
            this.owner = owner;
            this.wanted = wanted;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String caller, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {
                @Override
                public void visitMethodInsn(int opcode, String of, String name, String called, boolean isInterface) {
                    note(of, name + called);
                }

                @Override
                public void visitInvokeDynamicInsn(String name, String called, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle) {
                            note(handle.getOwner(), handle.getName() + handle.getDesc());
                        }
                    }
                }

                private void note(String of, String called) {
                    String callee = wanted.get(called);
                    if (callee != null && of.equals(owner)) {
                        found.add(new Found(caller, callee));
                    }
                }
            };
        }
    }
}
