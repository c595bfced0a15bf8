package dev.oncemore.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Markdown file as far as these tests read it: its fenced blocks, and the links and headings of the text between them. */
final class MarkdownDocument {

    /** A fence of three or more backticks or tildes, and what stands behind it. */
    private static final Pattern FENCE = Pattern.compile("^\\s*(`{3,}|~{3,})\\s*(.*?)\\s*$");

    private static final Pattern INLINE_CODE = Pattern.compile("(`+).+?\\1");

    /** {@code [text](target)} and {@code ![text](target "title")}, and {@code [label]: target} at the start of a line. */
    private static final Pattern LINK =
            Pattern.compile("\\]\\(\\s*<?([^)>\\s]+)>?[^)]*\\)|^\\s{0,3}\\[[^\\]]+\\]:\\s*<?([^>\\s]+)");

    private static final Pattern ELSEWHERE = Pattern.compile("^([a-zA-Z][a-zA-Z0-9+.-]*:|//).*");

    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.+?) *$");

    private final Path path;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final Set<String> anchors = new HashSet<>();

    /**
     * A fenced block.
     *
     * @param language the first word behind the opening fence, or an empty text
     * @param lineAbove the nearest line above the fence that is not blank, or an empty text
     * @param lineNumber where the fence opens, from 1
     */
    record Block(String language, String lineAbove, String text, int lineNumber) {}

    private record Link(String target, int lineNumber) {}

    private MarkdownDocument(Path path) {
        this.path = path;
    }

    static MarkdownDocument read(Path path) {
        try {
            return parse(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MarkdownDocument parse(Path path, String text) {
        MarkdownDocument document = new MarkdownDocument(path);
        List<String> lines = text.lines().toList();
        String lineAbove = "";
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int end = endOfBlock(lines, i, fence.group(1));
                document.blocks.add(new Block(
                        fence.group(2).split("[\\s{]", 2)[0],
                        lineAbove,
                        Snippets.unindented(lines.subList(i + 1, end)),
                        i + 1));
                i = end;
                lineAbove = "";
            } else {
                document.addLinks(lines.get(i), i + 1);
                document.addAnchor(lines.get(i));
                lineAbove = lines.get(i).isBlank() ? lineAbove : lines.get(i).strip();
            }
        }
        return document;
    }

    /** The index of the closing fence, which is as long as the opening one or longer; or the end of the file. */
    private static int endOfBlock(List<String> lines, int start, String openingFence) {
        for (int i = start + 1; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches() && fence.group(2).isEmpty() && fence.group(1).startsWith(openingFence)) {
                return i;
            }
        }
        return lines.size();
    }

    private void addLinks(String line, int lineNumber) {
        Matcher link = LINK.matcher(INLINE_CODE.matcher(line).replaceAll("code"));
        while (link.find()) {
            links.add(new Link(link.group(1) != null ? link.group(1) : link.group(2), lineNumber));
        }
    }

    /** The anchor that GitHub gives a heading: its letters and digits in lower case, and hyphens for blanks. */
    private void addAnchor(String line) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
            anchors.add(heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-'));
        }
    }

    Path path() {
        return path;
    }

    List<Block> blocksIn(String language) {
        return blocks.stream()
                .filter(block -> block.language().equalsIgnoreCase(language))
                .toList();
    }

    /** One sentence for each relative link to a file or a section that is not there. */
    List<String> brokenLinks() {
        return links.stream()
                .filter(link -> !ELSEWHERE.matcher(link.target()).matches())
                .filter(link -> !leadsSomewhere(link))
                .map(link -> "%s:%d: the link to %s leads nowhere".formatted(path, link.lineNumber(), link.target()))
                .toList();
    }

    private boolean leadsSomewhere(Link link) {
        String[] parts = link.target().split("#", 2);
        Path file = parts[0].isEmpty() ? path : fileOf(parts[0]);
        if (parts.length == 1 || !file.toString().endsWith(".md")) {
            return Files.exists(file);
        }
        return file.equals(path)
                ? anchors.contains(parts[1])
                : Files.exists(file) && read(file).anchors.contains(parts[1]);
    }

    private Path fileOf(String target) {
        @Nullable Path folder = path.toAbsolutePath().getParent();
        String file = target.replaceFirst("[?].*", "").replace("%20", " ");
        return folder == null ? Path.of(file) : folder.resolve(file);
    }
}
