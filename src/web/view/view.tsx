// The 3D view as a part of the page.
import { useSignal, useSignalEffect } from "@preact/signals";
import { Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { explain } from "../state/explaining.ts";
import { frames } from "../state/run.ts";
import { printedUnit } from "../state/units.ts";
import { lazily } from "../ui/lazily.tsx";
import { CameraPlace } from "./camera-place.tsx";
import type { DrawnContact } from "./contacts/forces.ts";
import { niceLength } from "./scene/nice-length.ts";
import { isVectorPanelOpen, pointerNumbers } from "./scene/view-settings.ts";
import { Toolbar } from "./toolbar.tsx";
import type { DrawnVector } from "./vectors/vector-layer.ts";
import { drawnScales } from "./vectors/vector-scales.ts";
import "./view.css";

const VectorPanel = lazily(() => import("./vectors/vector-panel.tsx"));

const noGraphics = "This browser has no 3D graphics. Numbers, events and plots work without them.";
const notLoaded = "The 3D view could not be loaded. Numbers, events and plots work all the same.";

export function View() {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const problem = useSignal("");
  const isLost = useSignal(false);
  const drawn = useSignal<readonly DrawnVector[]>([]);
  const contacts = useSignal<readonly DrawnContact[]>([]);
  /** Counts up to restart with a fresh canvas. */
  const tries = useSignal(0);
  useSignalEffect(() => {
    if (!frames.value) drawn.value = contacts.value = [];
  });
  useEffect(() => {
    let end: (() => void) | null = null;
    let isGone = false;
    const on = canvas.current!;
    const lose = (event: Event) => {
      // Without this the browser would not restore the graphics.
      event.preventDefault();
      isLost.value = true;
    };
    const restore = () => {
      isLost.value = false;
    };
    on.addEventListener("webglcontextlost", lose);
    on.addEventListener("webglcontextrestored", restore);
    import("./stage.ts").then(
      ({ startStage }) => {
        if (isGone || !host.current || !labels.current) return;
        try {
          end = startStage({
            host: host.current,
            canvas: on,
            labels: labels.current,
            onVectors: (next) => {
              if (JSON.stringify(next) !== JSON.stringify(drawn.peek())) drawn.value = next;
            },
            onContacts: (next) => {
              if (JSON.stringify(next) !== JSON.stringify(contacts.peek())) contacts.value = next;
            },
            onScale: (length, pixels) => showScale(bar.current, length, pixels),
          });
        } catch {
          problem.value = noGraphics;
        }
      },
      () => {
        problem.value = notLoaded;
      },
    );
    return () => {
      isGone = true;
      on.removeEventListener("webglcontextlost", lose);
      on.removeEventListener("webglcontextrestored", restore);
      end?.();
      isLost.value = false;
    };
  }, [tries.value]);
  return (
    <div class="view" ref={host}>
      <canvas
        key={tries.value}
        ref={canvas}
        aria-label="The bodies in space. Drag to turn, right drag to move, wheel to zoom; click a body to select it."
      />
      <div class="view-labels" ref={labels} aria-hidden="true" />
      <ArrowScales />
      <CameraPlace />
      <div class="view-scale" ref={bar}>
        <i />
        <span />
      </div>
      {problem.value === "" && <Toolbar />}
      <Suspense fallback={null}>{isVectorPanelOpen.value && <VectorPanel />}</Suspense>
      <PointerNumbers />
      {isLost.value && (
        <div class="view-problem" role="alert">
          <p>
            The graphics card has taken the picture away. It comes back by itself as soon as the browser allows; the run
            is not touched.
          </p>
          <button
            type="button"
            class="primary"
            onClick={() => {
              tries.value++;
            }}
          >
            Draw it again
          </button>
        </div>
      )}
      {problem.value && <p class="view-problem">{problem.value}</p>}
      <DrawnVectors drawn={drawn.value} />
      <DrawnContacts drawn={contacts.value} />
    </div>
  );
}

/** The numbers of what is being dragged, beside the pointer. */
function PointerNumbers() {
  const now = pointerNumbers.value;
  if (!now) return null;
  return (
    <output class="pointer-numbers" style={{ left: `${now.x}px`, top: `${now.y}px` }}>
      {now.says}
    </output>
  );
}

/** How many pixels long an arrow of the legend is, about. */
const legendPixels = 56;
const mostScales = 4;

/** What the lengths of arrows mean: for each unit an arrow of a round number. */
function ArrowScales() {
  const { pixels, scales } = drawnScales.value;
  if (!frames.value) return null;
  return (
    <ul class="view-arrows" aria-label="Scales of vectors">
      {scales.slice(0, mostScales).map(({ unit, length }) => {
        const value = niceLength(legendPixels / (pixels * length));
        return (
          <li key={unit}>
            <span>{`${Number(value.toPrecision(3))} ${unit}`}</span>
            <i style={{ width: `${(value * length * pixels).toFixed(1)}px` }} />
          </li>
        );
      })}
    </ul>
  );
}

function showScale(bar: HTMLDivElement | null, length: number, pixels: number): void {
  if (!bar) return;
  const [line, word] = bar.children as unknown as [HTMLElement, HTMLElement];
  const width = `${pixels.toFixed(1)}px`;
  if (line.style.width !== width) line.style.width = width;
  const said = `${Number(length.toPrecision(6))} m`;
  if (word.textContent !== said) word.textContent = said;
}

/** Numbers with six digits; rounding errors are zero. */
const numbers = (of: readonly number[]) =>
  of.map((one) => (Math.abs(one) < 1e-12 ? 0 : Number(one.toPrecision(6)))).join(", ");

/** The points of contact as a table, for those who do not see them. */
function DrawnContacts({ drawn }: { drawn: readonly DrawnContact[] }) {
  if (drawn.length === 0 || drawn.length > 100) return null;
  return (
    <table class="hidden" aria-label="Contacts that are drawn">
      <thead>
        <tr>
          <th>between</th>
          <th>point</th>
          <th>normal</th>
          <th>force on the first</th>
        </tr>
      </thead>
      <tbody>
        {drawn.map(({ objects, point, normal, force }, i) => (
          <tr key={i} data-contact={objects.join(" ")}>
            <td>{objects.join(" and ")}</td>
            <td>{numbers(point.toArray())}</td>
            <td>{normal ? numbers(normal.toArray()) : ""}</td>
            <td>{force ? `${numbers(force.value.toArray())} ${force.unit}` : ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The arrows as a table, for those who do not see them; it comes into sight when keys lead there. */
function DrawnVectors({ drawn }: { drawn: readonly DrawnVector[] }) {
  if (drawn.length === 0 || drawn.length > 100) return null;
  return (
    <table class="hidden drawn-vectors" aria-label="Vectors that are drawn">
      <thead>
        <tr>
          <th>vector</th>
          <th>when</th>
          <th>value</th>
          <th>drawn at</th>
        </tr>
      </thead>
      <tbody>
        {drawn.map(({ path, side, value, from, tip, colour, at }) => (
          <tr
            key={`${path} ${side} ${colour}`}
            data-vector={path}
            data-side={side}
            data-colour={colour}
            data-along={numbers(tip.map((one, k) => one - from[k]))}
          >
            <td>
              <button type="button" class="why" title={`Why is ${path} what it is?`} onClick={() => explain(path, at)}>
                {path}
              </button>
            </td>
            <td>{side}</td>
            <td>{`${numbers(value)} ${printedUnit(path)}`.trimEnd()}</td>
            <td>{numbers(from)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
