import {
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useState,
} from "react";
import { NotLoaded } from "./not-loaded";

type Load<Props> = () => Promise<ComponentType<Props>>;

type Failed<Props> = ComponentType<Partial<Props> & { again: () => void }>;

/**
 * A part that loads on press. If loading fails (server away or replaced), shows a notice with a
 * retry and keeps the page. A part with `open` loads while it is open.
 */
export function openedPart<Props extends object>(
  load: Load<Props>,
  InItsPlace: Failed<Props> = NotLoaded,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function OpenedPart(props) {
    const [state, setState] = useState<"coming" | "there" | "failed">(Part ? "there" : "coming");
    const asked = !("open" in props) || Boolean(props.open);
    if (!asked && state === "failed") setState("coming");
    useEffect(() => {
      if (!asked || state !== "coming") return;
      let gone = false;
      const now = (next: "there" | "failed") => gone || setState(next);
      load().then(
        (part) => {
          Part = part;
          now("there");
        },
        () => now("failed"),
      );
      return () => {
        gone = true;
      };
    }, [state, asked]);
    if (Part) return <Part {...props} />;
    return state === "failed" ? <InItsPlace {...props} again={() => setState("coming")} /> : null;
  };
}

const FIRST_WAIT_MS = 1_000;
const WAIT_MS_MAX = 60_000;

/**
 * A part that loads after the page; the server renders it first. Loading retries until it succeeds.
 * Meanwhile the page shows the server's HTML, or `fallback` without any.
 */
export function followingPart<Props extends object>(
  load: Load<Props>,
  fallback: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const loading = { failed: false };
  const Part = lazy(async () => ({
    default: await untilLoaded(load, loading),
  })) as unknown as ComponentType<Props>;
  return function FollowingPart(props) {
    const id = useId();
    return (
      <div id={id} className="contents">
        <Suspense
          fallback={
            <Kept id={id} loading={loading}>
              {fallback(props)}
            </Kept>
          }
        >
          <Part {...props} />
        </Suspense>
      </div>
    );
  };
}

type Loading = { failed: boolean };

/**
 * The server's HTML, kept if React would remove it before the part has loaded. Its links work;
 * pressing a button reports the load error.
 */
function Kept({ id, loading, children }: { id: string; loading: Loading; children: ReactNode }) {
  const [drawn] = useState(() => copyOf(id));
  const [missed, setMissed] = useState(false);
  // Inserted once: a second insertion during a press would end the press.
  const keep = useCallback((place: Element | null) => drawn && place?.replaceChildren(drawn), [drawn]);
  if (!drawn) return children;
  const click = ({ target }: MouseEvent) =>
    setMissed(loading.failed && target instanceof Element && target.closest("button") !== null);
  return (
    <>
      {/* biome-ignore lint/a11y: the buttons inside are what is pressed */}
      <div className="contents" onClick={click} ref={keep} />
      {missed && <NotLoaded again={() => setMissed(false)} onClose={() => setMissed(false)} />}
    </>
  );
}

/**
 * A press on a link fails if a part replaces the link meanwhile, because a click needs one element.
 * This carries it over to the new link. Not for buttons, whose action may have changed.
 */
function carryPresses(): void {
  let pressed: HTMLAnchorElement | null = null;
  const linkAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  window.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? linkAt(event) : null;
  });
  window.addEventListener("pointerup", (event) => {
    const now = linkAt(event);
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    if (pressed && !pressed.isConnected && now?.href === pressed.href)
      now.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey }),
      );
    pressed = null;
  });
}

if (typeof window !== "undefined") carryPresses();

/**
 * What React's server writes into a page for late parts: those that have arrived, and the function
 * that shows them.
 */
type Streamed = { $RB?: unknown[]; $RV?: (come: unknown[]) => void };

function copyOf(id: string): HTMLElement | undefined {
  if (typeof document === "undefined") return undefined;
  // They would show with the next frame, too late for a copy.
  const { $RB: come = [], $RV: show } = window as Streamed;
  if (come.length > 0) show?.(come);
  const copy = document.getElementById(id)?.cloneNode(true) as HTMLElement | undefined;
  copy?.removeAttribute("id");
  return copy?.hasChildNodes() ? copy : undefined;
}

async function untilLoaded<Part>(load: () => Promise<Part>, loading: Loading): Promise<Part> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, WAIT_MS_MAX)) {
    try {
      return await load();
    } catch {
      loading.failed = true;
      await new Promise((resolve) => setTimeout(resolve, wait)); // it may be there when the server is back
    }
  }
}

/** Preloads code in the browser; a failure shows when the code is needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  if (typeof window !== "undefined") load().catch(() => undefined);
}
