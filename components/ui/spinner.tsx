/** Spins while an action is pending; the text next to it says which. */
export function Spinner() {
  return (
    <svg viewBox="0 0 16 16" width={14} height={14} fill="none" aria-hidden className="shrink-0 animate-spin">
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeOpacity=".25" strokeWidth="2" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
