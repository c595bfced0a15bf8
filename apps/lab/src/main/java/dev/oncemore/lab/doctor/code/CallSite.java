package dev.oncemore.lab.doctor.code;

/**
 * A call of a method, or the creation of a lambda of it.
 *
 * @param owner the internal name of the class that is called
 * @param line the line; 0 without debug information
 * @param order the place among the instructions of the method
 * @param lambda whether it is a lambda or a method reference, which somebody else calls
 */
record CallSite(String owner, String name, String descriptor, int line, int order, boolean lambda) {

    String signature() {
        return name + descriptor;
    }

    /** For people: {@code Orders.pay}. */
    String shown() {
        return shown(owner, name);
    }

    static String shown(String owner, String method) {
        return simpleName(owner) + "." + method;
    }

    static String simpleName(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }
}
