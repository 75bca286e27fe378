const WIDTH_PX = 56;
const HEIGHT_PX = 14;

/** Reports per day as bars in one path: the browser draws a row often, and d3 would be most of it. */
export function coursePath(course: readonly number[], width: number, height: number): string {
  const most = Math.max(...course);
  const step = width / course.length;
  return course
    .map((reports, day) =>
      reports > 0
        ? `M${(step * (day + 0.5)).toFixed(1)} ${height}V${(height - Math.max(2, (height * reports) / most)).toFixed(1)}`
        : "",
    )
    .join("");
}

/** The reports of the last 14 days, next to their number in words. */
export function Course({ course }: { course: readonly number[] }) {
  if (course.length === 0) return null;
  return (
    <svg aria-hidden width={WIDTH_PX} height={HEIGHT_PX} className="inline-block shrink-0 align-middle">
      <title>{`Reports per day, 14 days: ${course.join(", ")}`}</title>
      <path d={`M0 ${HEIGHT_PX - 0.5}H${WIDTH_PX}`} className="stroke-border" />
      <path
        d={coursePath(course, WIDTH_PX, HEIGHT_PX)}
        strokeWidth={WIDTH_PX / course.length - 1}
        className="stroke-fg-subtle"
      />
    </svg>
  );
}
