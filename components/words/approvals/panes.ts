/** The edge between the list and the call. */
export const PANES = {
  resize: "Width of the list",
};
