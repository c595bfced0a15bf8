package dev.oncemore.desk.sheet;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The columns of a sheet; each is required. */
public enum Column {
    /** The document's number; rows with the same number are lines of one document. */
    NUMBER(
            0,
            "no no. document_number invoice_number invoice_no invoice_no. delivery_number 番号 請求番号 請求書番号 納品番号"
                    + " 納品書番号 伝票番号 nummer nr nr. rechnungsnummer rechnungsnr rechnungsnr. rechnungs_nr."
                    + " lieferscheinnummer lieferschein_nr. belegnummer beleg_nr."),
    /** The document's date. */
    DATE(
            1,
            "document_date invoice_date billing_date issue_date delivery_date 日付 請求日 発行日 納品日 datum rechnungsdatum"
                    + " lieferdatum belegdatum"),
    /** Whom it is for. */
    PARTNER(
            2,
            "partner_name customer customer_name client company 取引先 取引先名 顧客 顧客名 得意先 得意先名 請求先 kunde"
                    + " kundenname empfänger firma"),
    /** What a line is about. */
    DESCRIPTION(3, "item item_name product 品名 品目 商品名 摘要 内容 件名 beschreibung bezeichnung artikel position leistung"),
    /** How many. */
    QUANTITY(4, "qty 数量 個数 menge anzahl"),
    /** The price of one. */
    UNIT_PRICE(5, "price 単価 einzelpreis preis stückpreis"),
    /** The tax in percent. */
    TAX_RATE(6, "tax vat vat_rate tax_% 税率 消費税率 消費税 mwst mwst. mwst_% mwst.-satz steuersatz ust ust.");

    private static final int NORMAL_MAX = 256;

    private final int place;
    private final String otherWords;

    Column(int place, String otherWords) {
        this.place = place;
        this.otherWords = otherWords;
    }

    /** As headings have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where it stands in templates, and among the cells of a line. */
    int place() {
        return place;
    }

    /** What others call it, in English, Japanese and German, in the form of {@link #normal}. */
    List<String> otherWords() {
        return Arrays.stream(otherWords.split(" ")).map(Column::normal).toList();
    }

    /** All of them, in the order of templates. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Column::word).toList();
    }

    /** One form of a heading, however it is typed. */
    static String normal(String heading) {
        // Composing many marks takes quadratic time.
        String text = heading.length() > NORMAL_MAX ? heading.substring(0, NORMAL_MAX) : heading;
        return Normalizer.normalize(text, Normalizer.Form.NFKC)
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[\\s-]+", "_");
    }
}
