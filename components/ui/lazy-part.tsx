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
 * A part that a press opens, loaded when it is asked for. Where it cannot be fetched, since the server is away or was replaced by
 * a newer one, that is told with a way to try again, and the page stays as it is. A part with `open` is asked for while it is.
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
 * A part that nobody has to ask for: the server draws it, or it comes by itself after the page. What drives it is fetched until
 * it is there; meanwhile the page shows what the server drew, or `fallback` where it drew nothing.
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
 * What the server drew, where React would take it away because something around it changed before its part was there. Its links
 * lead on; whoever presses one of its buttons is told that what drives it could not be fetched.
 */
function Kept({ id, loading, children }: { id: string; loading: Loading; children: ReactNode }) {
  const [drawn] = useState(() => copyOf(id));
  const [missed, setMissed] = useState(false);
  // Put in place once: to be put there again in the middle of a press would end the press.
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
 * A press on a link that a part takes the place of before it ends would lead nowhere: to the browser a click has one element, and these
 * are two. To whoever presses, it is one link. Buttons are left out: what they are for may be another thing by then.
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

/** What React's server writes into a page for parts that come after their place: those that have come, and what shows them. */
type Streamed = { $RB?: unknown[]; $RV?: (come: unknown[]) => void };

function copyOf(id: string): HTMLElement | undefined {
  if (typeof document === "undefined") return undefined;
  // They would be shown with the next frame, which is too late for a copy.
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

/** Begins to load in a browser what will be needed in a moment; where that fails, it shows where it is needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  if (typeof window !== "undefined") load().catch(() => undefined);
}
