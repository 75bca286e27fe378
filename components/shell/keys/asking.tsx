/**
 * Marks that a dialog opens, whose code may still load. The keys of the page under it act on nothing
 * until then: they were meant for the dialog.
 */
export function Asking() {
  return <span hidden data-asking />;
}
