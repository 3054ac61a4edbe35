// Between the view and a panel: drag it, or move it with the arrows; Enter or a double click closes and opens the
// panel.
import { useRef } from "preact/hooks";
import { type Side, setWidth, toggleSide, widths, windowWidth } from "../state/sides.ts";

export function Divider({ side }: { side: Side }) {
  const from = useRef({ x: 0, width: 0 });
  const width = widths[side].value;
  const sign = side === "left" ? 1 : -1;
  const panel = side === "left" ? "laws" : "panels";
  const isClosed = width === 0;
  return (
    <div class={`divider ${side}`} data-closed={isClosed}>
      <div
        class="bar"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of the ${panel}`}
        aria-valuemin={0}
        aria-valuemax={windowWidth.value}
        aria-valuenow={width}
        aria-valuetext={isClosed ? "closed" : `${width} pixels`}
        title={`Drag, or ← → : width of the ${panel}. Enter: ${isClosed ? "open" : "close"}`}
        onDblClick={() => toggleSide(side)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, width: widths[side].value };
        }}
        onPointerMove={(event) => {
          if (event.buttons !== 1 || event.clientX === from.current.x) return;
          setWidth(side, from.current.width + sign * (event.clientX - from.current.x));
        }}
        onKeyDown={(event) => {
          const shift = event.key === "ArrowLeft" ? -20 : event.key === "ArrowRight" ? 20 : 0;
          if (event.key === "Enter") toggleSide(side);
          else if (shift === 0) return;
          // The first step opens a closed panel.
          else if (isClosed && shift * sign > 0) toggleSide(side);
          else setWidth(side, width + sign * shift);
          event.preventDefault();
        }}
      />
      <button
        type="button"
        class="fold"
        tabIndex={-1}
        aria-label={`${isClosed ? "Show" : "Hide"} the ${panel}`}
        title={`${isClosed ? "Show" : "Hide"} the ${panel} (${side === "left" ? "[" : "]"})`}
        onClick={() => toggleSide(side)}
      >
        {isClosed === (side === "left") ? "›" : "‹"}
      </button>
    </div>
  );
}
