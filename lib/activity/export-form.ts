// How an exported trail names itself, for what writes it and what verifies it without a database.
export const EXPORT_KIND = "countersign.activity";
export const EXPORT_VERSION = 1;
