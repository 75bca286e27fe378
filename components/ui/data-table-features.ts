import { type ColumnDef, columnVisibilityFeature, type RowData, tableFeatures } from "@tanstack/react-table";

/**
 * Every table uses these. Sorting, filters and paging are the server's and live in the URL; which rows are selected is the
 * page's, because only the server knows which of them still exist. So no feature does them here.
 */
export const features = tableFeatures({
  columnVisibilityFeature,
  columnMeta: {} as {
    /** `end` for figures. */
    align?: "start" | "end";
    className?: string;
    /** Left out below this width. */
    from?: "sm" | "md" | "lg";
    /** Its name in the list of columns, where the header is no text. */
    label?: string;
  },
});

export type Features = typeof features;
export type Columns<Row extends RowData> = ColumnDef<Features, Row>[];
