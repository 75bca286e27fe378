import { type ColumnDef, type RowData, tableFeatures } from "@tanstack/react-table";

/** Every table uses these. Sorting, filters and paging are the server's and live in the URL, so no feature does them here. */
export const features = tableFeatures({
  columnMeta: {} as {
    /** `end` for figures. */
    align?: "start" | "end";
    className?: string;
    /** Left out below this width. */
    from?: "md" | "lg";
  },
});

export type Features = typeof features;
export type Columns<Row extends RowData> = ColumnDef<Features, Row>[];
