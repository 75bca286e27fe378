import { type ColumnDef, columnVisibilityFeature, type RowData, tableFeatures } from "@tanstack/react-table";

/**
 * Features of every table. The server sorts, filters and pages, in the URL. The page selects rows,
 * because only the server knows which still exist.
 */
export const features = tableFeatures({
  columnVisibilityFeature,
  columnMeta: {} as {
    /** `end` for figures. */
    align?: "start" | "end";
    className?: string;
    /** Hidden below this width. */
    from?: "sm" | "md" | "lg" | "xl";
    /** Its name in the list of columns, if the header is not text. */
    label?: string;
  },
});

export type Features = typeof features;
export type Columns<Row extends RowData> = ColumnDef<Features, Row>[];
