import { ICON_PATHS } from "./icon-paths";
import { RiskShapes } from "./risk-shapes";

/** The drawings of all icons, once a page. Rendered on the server only, so that they are markup and never JavaScript. */
export function IconSprite() {
  return (
    <svg aria-hidden className="hidden">
      {Object.entries(ICON_PATHS).map(([name, path]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <path d={path} />
        </symbol>
      ))}
      <RiskShapes />
    </svg>
  );
}
