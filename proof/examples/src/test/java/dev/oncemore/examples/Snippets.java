package dev.oncemore.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The regions of compiled code that the documentation quotes.
 *
 * <p>A block in Markdown stands below a comment {@code <!-- snippet: FileName#region -->}, and repeats what stands
 * between {@code // snippet: region} and {@code // end} in that file, less the indentation.
 */
final class Snippets {

    private static final Pattern MARKER = Pattern.compile("<!--\\s*snippet:\\s*([\\w$]+)#([\\w-]+)\\s*-->");

    private final Path folder;
    private final String language;
    private final String extension;

    /** Regions of Java. */
    Snippets(Path folder) {
        this(folder, "java", ".java");
    }

    Snippets(Path folder, String language, String extension) {
        this.folder = folder;
        this.language = language;
        this.extension = extension;
    }

    /** One text for each block of the language that is not what the code says: what is wrong, and how to put it right. */
    List<String> problemsOf(MarkdownDocument document) {
        return document.blocksIn(language).stream()
                .flatMap(block -> problemOf(document.path(), block).stream())
                .toList();
    }

    private Optional<String> problemOf(Path path, MarkdownDocument.Block block) {
        String place = path + ":" + block.lineNumber();
        Matcher marker = MARKER.matcher(block.lineAbove());
        if (!marker.matches()) {
            return Optional.of("""
                    %s: a %s block without a marker.
                    Put its code into a region of a file in %s
                    and name the region above the block: <!-- snippet: FileName#region -->""".formatted(place, language, folder));
        }
        Path file = fileOf(marker.group(1) + extension);
        String region = marker.group(2);
        if (!Files.exists(file)) {
            return Optional.of("%s: there is no %s".formatted(place, file));
        }
        Optional<String> code = regionOf(linesOf(file), region);
        if (code.isEmpty()) {
            return Optional.of("%s: there is no region between '// snippet: %s' and '// end' in %s"
                    .formatted(place, region, file));
        }
        return code.filter(text -> !text.equals(block.text()))
                .map(text -> """
                        %s: the block is not what region '%s' of %s says.
                        Copy the code into the document, or correct the code.
                        ---- the code
                        %s
                        ---- the document
                        %s
                        ----""".formatted(place, region, file, text, block.text()));
    }

    /** The file of this name in the folder or one below it; in the folder if there is none. */
    private Path fileOf(String name) {
        if (!Files.isDirectory(folder)) {
            return folder.resolve(name);
        }
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElse(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text between a region's two comments, unindented; empty when one of them is missing. */
    static Optional<String> regionOf(List<String> lines, String region) {
        List<String> stripped = lines.stream().map(String::strip).toList();
        int start = stripped.indexOf("// snippet: " + region);
        if (start < 0) {
            return Optional.empty();
        }
        int length = stripped.subList(start + 1, stripped.size()).indexOf("// end");
        return length < 0 ? Optional.empty() : Optional.of(unindented(lines.subList(start + 1, start + 1 + length)));
    }

    /** The lines as one text, without the indentation they share, trailing blanks, and blank lines at either end. */
    static String unindented(List<String> lines) {
        return String.join("\n", lines).stripIndent().replaceAll("\\A(\\h*\\n)+|\\s+\\z", "");
    }

    private static List<String> linesOf(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
