package dev.oncemore.torture.planted;

import dev.oncemore.torture.planted.Edit.NotApplicableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Loads Oncemore and its kits again, with bugs in them. All other classes come from the parent loader, and so do the test
 * servers, which are started once for all mutants.
 */
final class PlantedLoader extends ClassLoader {
    private static final String OURS = "dev.oncemore.";
    private static final String SERVERS = "dev.oncemore.testkit.server.";

    private final List<Edit> edits;
    private final Set<Edit> applied = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable NotApplicableException> misfit = new AtomicReference<>();

    static {
        registerAsParallelCapable();
    }

    PlantedLoader(List<Edit> edits) {
        super(PlantedLoader.class.getClassLoader());
        this.edits = edits;
    }

    /**
     * Checks that the bug was in the code that ran.
     *
     * @throws NotApplicableException when it was not, so that the result of the run proves nothing
     */
    void requirePlanted() {
        NotApplicableException first = misfit.get();
        if (first != null) {
            throw first;
        }
        for (Edit edit : edits) {
            if (!applied.contains(edit)) {
                throw new NotApplicableException(
                        "the net never loads " + edit.target() + ", or its text no longer exists");
            }
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith(SERVERS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        try (InputStream original = getParent().getResourceAsStream(path)) {
            if (original == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = edited(path, original.readAllBytes());
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String path) {
        InputStream original = super.getResourceAsStream(path);
        if (original == null || edits.stream().noneMatch(edit -> edit.concerns(path))) {
            return original;
        }
        try (original) {
            return new ByteArrayInputStream(edited(path, original.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] edited(String path, byte[] original) {
        byte[] content = original;
        for (Edit edit : edits) {
            if (edit.concerns(path)) {
                try {
                    byte[] changed = edit.apply(path, content);
                    if (!Arrays.equals(changed, content)) {
                        applied.add(edit);
                    }
                    content = changed;
                } catch (NotApplicableException e) {
                    misfit.compareAndSet(null, e);
                }
            }
        }
        return content;
    }
}
