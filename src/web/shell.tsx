// The rooms of the lab.
import { lazy, Suspense } from "preact/compat";
import { useRef } from "preact/hooks";
import { Gallery } from "./gallery/gallery.tsx";
import { panels } from "./panels/panels.tsx";
import { name } from "./state/experiment.ts";
import { room, start } from "./state/session.ts";
import { leftWidth, remembered, rightWidth, theme } from "./state/settings.ts";
import { Timeline } from "./timeline/timeline.tsx";
import { View } from "./view/view.tsx";

const Editor = lazy(() => import("./editor/editor.tsx"));

/** The panel on the right, and on a phone the one below the view ("laws" is the editor). */
const rightPanel = remembered("panel", "measures");
const phonePanel = remembered("phone-panel", "measures");

export function Shell() {
  if (room.value === "gallery")
    return (
      <Gallery
        onClose={() => {
          room.value = "lab";
        }}
      />
    );
  const style = { "--left": `${leftWidth.value}px`, "--right": `${rightWidth.value}px` };
  return (
    <div class="lab" style={style} data-panel={phonePanel.value}>
      <Top />
      <PhoneTabs />
      <section class="laws" aria-label="Laws">
        <Suspense fallback={<p class="panel quiet">The editor is coming …</p>}>
          <Editor />
        </Suspense>
        <Divider side="left" />
      </section>
      <View />
      <section class="measure" aria-label="Measure">
        <Divider side="right" />
        <div class="tabs" role="tablist" aria-label="Panels">
          {panels.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={rightPanel.value === id}
              aria-controls={`panel-${id}`}
              onClick={() => {
                rightPanel.value = id;
              }}
            >
              {title}
            </button>
          ))}
        </div>
        {panels
          .filter(({ id }) => id === rightPanel.value)
          .map(({ id, Panel }) => (
            <div key={id} class="panel" role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`}>
              <Panel />
            </div>
          ))}
      </section>
      <Timeline />
    </div>
  );
}

function Top() {
  return (
    <header class="top">
      <h1>{name.value}</h1>
      <span class="space" />
      <button type="button" onClick={start} title="Run from the start (R)">
        Run
      </button>
      <button
        type="button"
        onClick={() => {
          room.value = "gallery";
        }}
      >
        Gallery
      </button>
      <button
        type="button"
        aria-label="Light or dark"
        title="Light or dark"
        onClick={() => {
          theme.value = theme.value === "dark" ? "light" : "dark";
        }}
      >
        ◐
      </button>
    </header>
  );
}

function PhoneTabs() {
  const all = [{ id: "laws", title: "Laws" }, ...panels];
  return (
    <nav class="phone-tabs" aria-label="Panels">
      {all.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          aria-pressed={phonePanel.value === id}
          onClick={() => {
            phonePanel.value = id;
            if (id !== "laws") rightPanel.value = id;
          }}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

function Divider({ side }: { side: "left" | "right" }) {
  const width = side === "left" ? leftWidth : rightWidth;
  const from = useRef({ x: 0, width: 0 });
  const set = (next: number) => {
    width.value = Math.max(0, Math.min(innerWidth - 320, next < 120 ? 0 : next));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <div
      class="divider"
      role="separator"
      aria-orientation="vertical"
      aria-label={side === "left" ? "Width of the laws" : "Width of the measures"}
      aria-valuenow={width.value}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: width.value };
      }}
      onPointerMove={(event) => {
        if (event.buttons !== 1) return;
        const way = event.clientX - from.current.x;
        set(from.current.width + (side === "left" ? way : -way));
      }}
      onKeyDown={(event) => {
        const way = event.key === "ArrowLeft" ? -20 : event.key === "ArrowRight" ? 20 : 0;
        if (way !== 0) set(width.value + (side === "left" ? way : -way));
      }}
    />
  );
}
