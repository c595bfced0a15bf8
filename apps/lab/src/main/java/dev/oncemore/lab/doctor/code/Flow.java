package dev.oncemore.lab.doctor.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Where control goes within a method, exceptions apart. */
final class Flow {
    private final InsnList code;

    Flow(InsnList code) {
        this.code = code;
    }

    /**
     * The instructions that can follow within a loop.
     *
     * @param reached them, without the head
     * @param repeats whether the head of the loop is among what can follow
     * @param leaves whether control can leave the loop, by a jump or by returning
     */
    record Reach(BitSet reached, boolean repeats, boolean leaves) {}

    /** Follows control from an instruction until it returns to the head of a loop, or leaves it. */
    Reach from(int start, int head, int end) {
        BitSet reached = new BitSet();
        boolean repeats = false;
        boolean leaves = false;
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int at = open.pop();
            if (reached.get(at)) {
                continue;
            }
            reached.set(at);
            int opcode = code.get(at).getOpcode();
            leaves |= opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
            for (int next : next(at)) {
                // The start may be the head itself, so that only a way back to it counts.
                repeats |= next == head;
                leaves |= next < head || next > end;
                if (next > head && next <= end) {
                    open.push(next);
                }
            }
        }
        return new Reach(reached, repeats, leaves);
    }

    /** The instructions that can follow one directly. */
    List<Integer> next(int at) {
        AbstractInsnNode instruction = code.get(at);
        int opcode = instruction.getOpcode();
        List<Integer> next = new ArrayList<>(2);
        if (instruction instanceof JumpInsnNode jump) {
            next.add(code.indexOf(jump.label));
        } else if (instruction instanceof TableSwitchInsnNode table) {
            add(next, table.labels, table.dflt);
        } else if (instruction instanceof LookupSwitchInsnNode lookup) {
            add(next, lookup.labels, lookup.dflt);
        }
        boolean ends = opcode == Opcodes.GOTO
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.RET
                || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
        if (!ends && at + 1 < code.size()) {
            next.add(at + 1);
        }
        return next;
    }

    private void add(List<Integer> next, List<LabelNode> labels, LabelNode otherwise) {
        labels.forEach(label -> next.add(code.indexOf(label)));
        next.add(code.indexOf(otherwise));
    }

    /** The line of an instruction: that of the last line number before it. */
    int line(int at) {
        for (int i = at; i >= 0; i--) {
            if (code.get(i) instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    /** The next instruction that does something, after labels and line numbers; the last if there is none. */
    AbstractInsnNode following(int at) {
        for (int i = at + 1; i < code.size(); i++) {
            if (code.get(i).getOpcode() >= 0) {
                return code.get(i);
            }
        }
        return code.get(code.size() - 1);
    }
}
