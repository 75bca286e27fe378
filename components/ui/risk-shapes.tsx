/** The drawings of the four risks, once a page. */
export function RiskShapes() {
  return (
    <>
      <symbol id="risk-low" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </symbol>
      <symbol id="risk-medium" viewBox="0 0 16 16">
        <path
          d="M8 2 14 8 8 14 2 8Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <path d="M8 5.4v3" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        <circle cx="8" cy="10.5" r=".85" fill="currentColor" />
      </symbol>
      <symbol id="risk-high" viewBox="0 0 16 16">
        <path
          d="M8 2 14.5 13.5h-13Z"
          fill="currentColor"
          stroke="currentColor"
          strokeWidth="1.2"
          strokeLinejoin="round"
        />
        <path d="M8 6.2v3.3" stroke="var(--risk-high-bg)" strokeWidth="1.6" strokeLinecap="round" />
        <circle cx="8" cy="11.5" r=".95" fill="var(--risk-high-bg)" />
      </symbol>
      <symbol id="risk-critical" viewBox="0 0 16 16">
        <path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3Z" fill="currentColor" />
        <path d="M8 4.4v4.2" stroke="var(--risk-critical)" strokeWidth="1.7" strokeLinecap="round" />
        <circle cx="8" cy="11.1" r="1" fill="var(--risk-critical)" />
      </symbol>
    </>
  );
}
