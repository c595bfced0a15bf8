package dev.oncemore.lab.doctor.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Parses a class file into {@link ClassFacts}. */
final class ClassScan {
    private static final Pattern KEY =
            Pattern.compile("(?i).*(idempot|request-?id|dedup|x-request-key|client-?token|request-?token).*");
    /** A POST that only asks may be repeated. */
    private static final Pattern ASKS =
            Pattern.compile("(?i)(.*[/_-])?(search|query|graphql|token|oauth2?)([/?_-].*)?");
    /** How a client is told to add a header to each request. */
    private static final Set<String> SETS_UP_CLIENT = Set.of(
            "requestInterceptor",
            "requestInterceptors",
            "addInterceptor",
            "addNetworkInterceptor",
            "additionalInterceptors",
            "interceptors",
            "defaultHeader",
            "defaultHeaders",
            "defaultRequest",
            "requestInitializer",
            "addRequestInterceptorFirst",
            "addRequestInterceptorLast");

    private final ClassNode node;
    private final ClassFacts facts;

    private ClassScan(ClassNode node, String place) {
        this.node = node;
        this.facts = new ClassFacts(
                node.name,
                node.superName,
                node.interfaces == null ? List.of() : node.interfaces,
                (node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0,
                place,
                node.sourceFile);
    }

    /** Parses a class; a malformed one throws what the parser happens to throw. */
    static ClassFacts of(String place, byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        ClassScan scan = new ClassScan(node, place);
        scan.scan();
        return scan.facts;
    }

    private void scan() {
        Annotations ofClass = Annotations.of(node.visibleAnnotations, node.invisibleAnnotations);
        facts.orders.addAll(ofClass.orders());
        if ((node.access & Opcodes.ACC_ANNOTATION) != 0) {
            facts.composed = ofClass;
        }
        for (FieldNode field : node.fields) {
            facts.mentionsKey |= isKey(field.name) || (field.value instanceof String text && isKey(text));
            facts.mentionsFailsafeRetry |= field.desc.contains(Library.FAILSAFE_RETRY_POLICY);
        }
        for (MethodNode method : node.methods) {
            MethodFacts read = new MethodFacts(
                    facts,
                    method.name,
                    method.desc,
                    (method.access & Opcodes.ACC_ABSTRACT) != 0,
                    (method.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE)) != 0);
            annotations(read, method, ofClass);
            new MethodScan(read, method).scan();
            facts.methods.put(read.signature(), read);
            facts.mentionsKey |= read.mentionsKey;
        }
    }

    private void annotations(MethodFacts read, MethodNode method, Annotations ofClass) {
        Annotations own = Annotations.of(method.visibleAnnotations, method.invisibleAnnotations);
        boolean isProxied = (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC)) == 0
                && !method.name.startsWith("<")
                && facts.composed == null;
        if (isProxied) {
            List<RetryMark> marks = own.retryMarks();
            read.isMarkedByClass = marks.isEmpty();
            read.marks.addAll(marks.isEmpty() ? ofClass.retryMarks() : marks);
            read.isAsync = own.isAsync() || ofClass.isAsync();
            read.annotations.addAll(own.types());
            read.annotations.addAll(ofClass.types());
            read.transaction = own.transaction().or(ofClass::transaction).orElse(MethodFacts.Transaction.NONE);
        }
        if (own.declaresPost() && read.isAbstract) {
            read.posts.add(new CallSite(node.name, method.name, method.desc, 0, 0, false));
            read.mentionsKey |= isKeyed(method);
        }
    }

    /** Whether a parameter of a client's method is annotated with the name of a key header. */
    private static boolean isKeyed(MethodNode method) {
        List<Object> values = new ArrayList<>();
        if (method.visibleParameterAnnotations != null) {
            for (var annotations : method.visibleParameterAnnotations) {
                Optional.ofNullable(annotations)
                        .ifPresent(list -> list.forEach(one -> {
                            if (one.values != null) {
                                values.addAll(one.values);
                            }
                        }));
            }
        }
        return values.stream().anyMatch(value -> isKey(String.valueOf(value)));
    }

    static boolean isKey(String text) {
        return text.length() < 200 && KEY.matcher(text).matches();
    }

    /** One pass over the instructions of a method. */
    private final class MethodScan {
        private final MethodFacts read;
        private final MethodNode method;
        private final KeyStores keys;
        private final List<CallSite> lambdas = new ArrayList<>();
        private final List<String> lambdaTypes = new ArrayList<>();
        private boolean saysPost;
        private boolean asks;
        private int line;

        MethodScan(MethodFacts read, MethodNode method) {
            this.read = read;
            this.method = method;
            this.keys = new KeyStores(read);
        }

        void scan() {
            int order = 0;
            for (AbstractInsnNode at : method.instructions) {
                if (at instanceof LineNumberNode number) {
                    line = number.line;
                    read.line = read.line == 0 ? line : read.line;
                } else if (at instanceof MethodInsnNode call) {
                    call(call, order);
                } else if (at instanceof InvokeDynamicInsnNode dynamic) {
                    lambda(dynamic, order);
                } else if (at instanceof LdcInsnNode constant && constant.cst instanceof String text) {
                    read.mentionsKey |= isKey(text);
                    asks |= ASKS.matcher(text).matches();
                    saysPost |= text.equals("POST");
                } else if (at instanceof JumpInsnNode) {
                    saysPost = false; // it was compared, or is one of several
                } else if (at instanceof FieldInsnNode field) {
                    read.mentionsKey |= isKey(field.name.toLowerCase(Locale.ROOT));
                    saysPost |= field.name.equals("POST");
                    keys.field(field);
                }
                order++;
            }
            if (asks) {
                read.posts.clear();
            }
            if (method.instructions.size() > 0) {
                read.loops.addAll(RetryLoops.of(node, method));
                read.built.addAll(PolicyBuilders.of(read, method));
            }
        }

        private void call(MethodInsnNode call, int order) {
            CallSite site = new CallSite(call.owner, call.name, call.desc, line, order, false);
            facts.mentionsFailsafeRetry |= call.owner.startsWith(Library.FAILSAFE_RETRY_POLICY);
            read.mentionsKey |= isKey(call.name);
            if (Library.isPost(call.owner, call.name) || (saysPost && Library.takesHttpMethod(call.owner, call.name))) {
                read.posts.add(site);
            }
            if (Library.isRetry(call.owner, call.name)) {
                read.retries.add(new MethodFacts.Run(site, taken(call.desc)));
            } else if (Library.isTransaction(call.owner, call.name)) {
                read.transactions.add(new MethodFacts.Run(site, taken(call.desc)));
            }
            facts.setsUpClient |= SETS_UP_CLIENT.contains(call.name);
            if (Library.isOtherThread(call.owner)) {
                read.calls.removeAll(taken(call.desc)); // what another thread does is not followed
            }
            keys.call(site);
            if (!Library.isOfJdk(call.owner) || Library.isRemote(call.owner)) {
                read.calls.add(site);
            }
        }

        private void lambda(InvokeDynamicInsnNode dynamic, int order) {
            for (Object argument : dynamic.bsmArgs) {
                if (argument instanceof Handle handle && !Library.isOfJdk(handle.getOwner())) {
                    CallSite site =
                            new CallSite(handle.getOwner(), handle.getName(), handle.getDesc(), line, order, true);
                    read.calls.add(site);
                    lambdas.add(site);
                    lambdaTypes.add(Type.getReturnType(dynamic.desc).getInternalName());
                }
            }
        }

        /** The lambdas, created since the last such call, that a method takes. */
        private List<CallSite> taken(String descriptor) {
            List<CallSite> taken = new ArrayList<>();
            for (Type argument : Type.getArgumentTypes(descriptor)) {
                int at = argument.getSort() == Type.OBJECT ? lambdaTypes.lastIndexOf(argument.getInternalName()) : -1;
                if (at >= 0) {
                    taken.add(lambdas.remove(at));
                    lambdaTypes.remove(at);
                }
            }
            return taken;
        }
    }
}
