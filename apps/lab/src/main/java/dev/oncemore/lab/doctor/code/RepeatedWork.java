package dev.oncemore.lab.doctor.code;

import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What kind of work a loop repeats, by the calls of its try block. */
final class RepeatedWork {
    /** Repeating these waits on, and does nothing again. */
    private static final Set<String> WAITS = Set.of(
            "get",
            "await",
            "join",
            "acquire",
            "tryAcquire",
            "tryLock",
            "lock",
            "lockInterruptibly",
            "awaitTermination",
            "exchange",
            "put",
            "offer",
            "sleep",
            "waitFor",
            "accept",
            "read",
            "select");

    private RepeatedWork() {}

    /** Whether the work is more than parsing, reflection and waiting. */
    static boolean isWorthARetry(InsnList code, int from, int to) {
        return any(code, from, to, call -> {
            boolean isGiven =
                    call.owner.startsWith("java/util/function") || call.name.equals("run") || call.name.equals("call");
            return isGiven || !(call.owner.startsWith("java/lang/") || isWait(call));
        });
    }

    private static boolean isWait(MethodInsnNode call) {
        boolean waits = call.owner.startsWith("java/util/concurrent/")
                || call.owner.startsWith("java/net/")
                || call.owner.startsWith("java/io/")
                || call.owner.startsWith("java/nio/channels/");
        return waits && WAITS.contains(call.name);
    }

    /** Whether the work only touches files of this machine: it fails for this caller alone, and no other waits for it. */
    static boolean isLocal(ClassNode owner, MethodNode method, int from, int to) {
        InsnList code = method.instructions;
        boolean touchesFiles = any(code, from, to, RepeatedWork::isFile);
        boolean doesMore = any(
                code,
                from,
                to,
                call -> !isFile(call)
                        && !call.owner.startsWith("java/lang/")
                        && !(call.owner.startsWith("java/util/") && !call.owner.startsWith("java/util/function"))
                        && !(call.name.equals("<init>") && call.owner.startsWith(owner.name + "$")));
        boolean isGivenFile = method.desc.contains("Ljava/io/File;") || method.desc.contains("Ljava/nio/file/Path;");
        return (touchesFiles && !doesMore)
                || (isGivenFile && !any(code, from, to, call -> Library.isRemote(call.owner)));
    }

    private static boolean isFile(MethodInsnNode call) {
        return call.owner.startsWith("java/nio/file/")
                || call.owner.startsWith("java/nio/channels/File")
                || call.owner.startsWith("java/io/File")
                || call.owner.startsWith("java/io/RandomAccessFile");
    }

    private static boolean any(InsnList code, int from, int to, Predicate<MethodInsnNode> wanted) {
        return IntStream.range(from, Math.min(to + 1, code.size()))
                .anyMatch(i -> code.get(i) instanceof MethodInsnNode call && wanted.test(call));
    }
}
