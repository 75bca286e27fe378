/** Copies the address of a call. */
export const COPY_LINK = "Copy the link to this approval";
