package dev.oncemore.desk.office;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Opens workbooks in LibreOffice, sorts each with the button in its toolbar, and tells what is seen before and after. All of
 * them are opened by one process, because starting takes longer than the work.
 */
public final class LibreOffice {
    private static final int SECONDS_MAX = 100;

    private final Path program;
    private final Path folder;
    private final List<String> names = new ArrayList<>();
    private final List<String> orders = new ArrayList<>();

    private LibreOffice(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /**
     * The LibreOffice of this machine, if it has one.
     *
     * @param folder for its profile and the files
     */
    public static Optional<LibreOffice> installed(Path folder) {
        return Stream.of(
                        "/usr/bin/soffice",
                        "/usr/bin/libreoffice",
                        "/usr/local/bin/soffice",
                        "/opt/libreoffice/program/soffice")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .map(program -> new LibreOffice(program, folder));
    }

    /**
     * A row as it is seen.
     *
     * @param isVisible whether it is
     * @param cells its texts
     */
    public record SeenRow(boolean isVisible, List<String> cells) {}

    /**
     * A sheet as it is seen.
     *
     * @param before its rows as it was opened
     * @param after its rows after sorting
     */
    public record Seen(List<SeenRow> before, List<SeenRow> after) {}

    /**
     * Adds a workbook to those that will be opened.
     *
     * @param name a name of letters and digits
     * @param sheet the position of the sheet, from 0
     * @param column the column by which it is sorted, from 0
     * @param row the row where somebody clicks to sort it, from 1
     */
    public void add(String name, byte[] book, int sheet, int column, int row) throws IOException {
        Files.write(folder.resolve(name + ".xlsx"), book);
        names.add(name);
        orders.add(name + " " + sheet + " " + column + " " + (row - 1));
    }

    /** Opens, sorts and closes all of them, in the order in which they were added. */
    public List<Seen> sort() throws IOException, InterruptedException {
        Files.write(folder.resolve("orders.txt"), orders);
        installMacro();
        run();
        List<Seen> all = new ArrayList<>();
        for (String name : names) {
            all.add(new Seen(seen(name + ".before"), seen(name + ".after")));
        }
        return all;
    }

    private void installMacro() throws IOException {
        Path user = Files.createDirectories(folder.resolve("profile/user"));
        // Otherwise the first start replaces what is in the profile.
        Files.writeString(user.resolve("registrymodifications.xcu"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                <item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop></item>
                </oor:items>
                """);
        Path basic = Files.createDirectories(user.resolve("basic/Standard"));
        Files.writeString(basic.resolve("Module1.xba"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
                <script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">%s</script:module>
                """.formatted(
                        macro().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
        Files.writeString(basic.resolve("script.xlb"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
                <library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
                 <library:element library:name="Module1"/>
                </library:library>
                """);
        Files.writeString(basic.resolveSibling("script.xlc"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
                <library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
                 <library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/>
                </library:libraries>
                """);
    }

    private static String macro() throws IOException {
        try (var in = Objects.requireNonNull(LibreOffice.class.getResourceAsStream("sort.bas"))) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private void run() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "-env:UserInstallation=" + folder.resolve("profile").toUri(),
                        "--headless",
                        "--norestore",
                        "--nologo",
                        "macro:///Standard.Module1.SortAll(\"" + folder.toUri() + "\")")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IllegalStateException("LibreOffice takes more than " + SECONDS_MAX + " s");
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (!Files.exists(folder.resolve("done"))) {
            Path error = folder.resolve("error");
            throw new IllegalStateException(
                    "LibreOffice stopped: " + Files.readString(Files.exists(error) ? error : log));
        }
    }

    private List<SeenRow> seen(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name)).stream()
                .map(line -> List.of(line.split("\t", -1)))
                .map(cells -> new SeenRow(cells.get(0).equals("1"), cells.subList(1, cells.size())))
                .collect(Collectors.toList());
    }
}
