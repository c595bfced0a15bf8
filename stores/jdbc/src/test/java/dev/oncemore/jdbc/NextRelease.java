package dev.oncemore.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/** A later build of a module: its scripts, and those that lie in a folder of the tests. */
final class NextRelease extends ClassLoader {
    private final String folder;

    private NextRelease(String folder) {
        super(NextRelease.class.getClassLoader());
        this.folder = folder;
    }

    /** Scripts of a set with the versions that this folder adds. */
    static SchemaScripts scripts(String set, String folder) {
        return SchemaScripts.of(set, new NextRelease(folder).anchor());
    }

    private Class<?> anchor() {
        String name = Anchor.class.getName();
        try (InputStream code = Anchor.class.getResourceAsStream("NextRelease$Anchor.class")) {
            byte[] bytes = code.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Asked for what the module itself does not have. */
    @Override
    protected @Nullable URL findResource(String name) {
        return getParent().getResource(folder + "/" + name);
    }

    /** Stands for any class of the later build. */
    static final class Anchor {
        private Anchor() {}
    }
}
