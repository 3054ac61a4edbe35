// The 3D view as a part of the page.
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { time } from "../state/clock.ts";
import { arrived, frames } from "../state/run.ts";
import { theme } from "../state/settings.ts";
import type { BodyScene } from "./scene.ts";

export function View() {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let scene: BodyScene | null = null;
    let isGone = false;
    const stops: (() => void)[] = [];
    import("./scene.ts").then(
      ({ BodyScene }) => {
        if (isGone || !canvas.current || !host.current) return;
        try {
          scene = new BodyScene(canvas.current);
        } catch {
          setProblem("This browser gives no 3D graphics. Numbers, events and plots work all the same.");
          return;
        }
        const made = scene;
        const isDark = matchMedia("(prefers-color-scheme: dark)");
        const setTheme = () => made.setTheme(theme.value === "dark" || (theme.value === "system" && isDark.matches));
        isDark.addEventListener("change", setTheme);
        const observer = new ResizeObserver(([{ contentRect }]) => made.resize(contentRect.width, contentRect.height));
        observer.observe(host.current);
        let shown: object | null = null;
        let isTouched = false;
        made.controls.addEventListener("start", () => {
          isTouched = true;
        });
        stops.push(
          effect(setTheme),
          effect(() => {
            arrived.value;
            const all = frames.value;
            if (!all || all.count === 0) return;
            const isNew = all !== shown;
            if (isNew) made.show(all);
            shown = all;
            // The first frames tell where to look; those that follow tell better. A camera that a person has moved stays.
            if (!isTouched) made.frameAll();
          }),
          effect(() => made.update(time.value)),
          () => isDark.removeEventListener("change", setTheme),
          () => observer.disconnect(),
        );
      },
      () => setProblem("The 3D view could not be loaded. Numbers, events and plots work all the same."),
    );
    return () => {
      isGone = true;
      for (const stop of stops) stop();
      scene?.dispose();
    };
  }, []);
  return (
    <div class="view" ref={host}>
      <canvas ref={canvas} aria-label="The bodies in space. Drag to turn, right drag to move, wheel to zoom." />
      {problem && <p class="view-problem">{problem}</p>}
    </div>
  );
}
