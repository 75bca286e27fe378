export const PRODUCT = "Countersign";
