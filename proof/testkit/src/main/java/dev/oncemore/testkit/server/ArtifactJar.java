package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** A jar on the class path that has a server's binaries. */
final class ArtifactJar implements AutoCloseable {
    private final JarFile jar;
    private final String coordinates;

    private ArtifactJar(JarFile jar, String coordinates) {
        this.jar = jar;
        this.coordinates = coordinates;
    }

    /** Opens the jar with this resource; fails with a message that says what to add to the class path. */
    static ArtifactJar require(String resource, String coordinates) {
        URL url = ArtifactJar.class.getClassLoader().getResource(resource);
        if (url == null) {
            throw missing(coordinates);
        }
        try {
            URLConnection connection = url.openConnection();
            if (connection instanceof JarURLConnection jarConnection) {
                // A new JarFile, so that closing it does not close it for others.
                jarConnection.setUseCaches(false);
                return new ArtifactJar(jarConnection.getJarFile(), coordinates);
            }
        } catch (IOException e) {
            throw new OncemoreException("cannot read " + url, e);
        }
        throw new OncemoreException(url + " is not in a jar: put " + coordinates + " on the class path as it is");
    }

    /** Fails when this class is missing, with a message that names its artifact. */
    static void requireClass(String name, String coordinates) {
        try {
            Class.forName(name, false, ArtifactJar.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw missing(coordinates);
        }
    }

    private static OncemoreException missing(String coordinates) {
        return new OncemoreException(coordinates
                + " is not on the class path: add it as a dependency of test scope."
                + " Oncemore's testkit does not depend on it, so that other users need not download it.");
    }

    /** All files whose paths match. */
    List<JarEntry> entries(Pattern path) {
        return jar.stream()
                .filter(entry ->
                        !entry.isDirectory() && path.matcher(entry.getName()).matches())
                .toList();
    }

    /** The only file whose path matches. */
    JarEntry entry(Pattern path) {
        return entries(path).stream()
                .findFirst()
                .orElseThrow(() -> new OncemoreException("no " + path + " in " + jar.getName() + ", though "
                        + coordinates + " should have one: use another version of it"));
    }

    InputStream open(JarEntry entry) throws IOException {
        return jar.getInputStream(entry);
    }

    @Override
    public void close() {
        try {
            jar.close();
        } catch (IOException e) {
            throw new OncemoreException("cannot close " + jar.getName(), e);
        }
    }
}
