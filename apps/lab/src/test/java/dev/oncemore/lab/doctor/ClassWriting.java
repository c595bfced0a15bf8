package dev.oncemore.lab.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes class files for tests. */
public final class ClassWriting {
    private ClassWriting() {}

    /** A class whose only method calls a static method of each of these classes. */
    public static Path write(Path folder, String name, String... called) throws IOException {
        Path file = folder.resolve(name + ".class");
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes(name, called));
    }

    /** The bytes of such a class. */
    public static byte[] bytes(String name, String... called) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V25, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "go", "()V", null, null);
        for (String owner : called) {
            method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "use", "()V", false);
        }
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
