// A long list of which only the rows in sight are made.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface VirtualRowsProps {
  readonly count: number;
  /** The height of a row in pixels. */
  readonly height: number;
  readonly class?: string;
  readonly label: string;
  readonly role: "listbox" | "rowgroup";
  /** The row that must be in sight. */
  readonly shown?: number;
  readonly active?: string | undefined;
  row(index: number): ComponentChildren;
  onKeyDown?(event: KeyboardEvent): void;
}

/** Number of rows that are rendered above and below those in sight. */
const spare = 8;

export function VirtualRows({ count, height, label, role, shown = -1, row, ...rest }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const look = () => {
    if (!box.current) return;
    const { scrollTop, clientHeight } = box.current;
    setView({ top: scrollTop, height: clientHeight });
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const { scrollTop, clientHeight } = box.current!;
    if (shown < 0) return;
    if (shown * height < scrollTop) box.current!.scrollTop = shown * height;
    else if ((shown + 1) * height > scrollTop + clientHeight)
      box.current!.scrollTop = (shown + 1) * height - clientHeight;
    look();
  }, [shown, height, count]);
  const first = Math.max(0, Math.floor(view.top / height) - spare);
  const last = Math.min(count, Math.ceil((view.top + view.height) / height) + spare);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is handed in
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role is handed in
    <div
      ref={box}
      class={`virtual ${rest.class ?? ""}`}
      role={role}
      aria-label={label}
      aria-activedescendant={rest.active}
      tabIndex={0}
      onScroll={look}
      onKeyDown={rest.onKeyDown}
    >
      <div role="presentation" style={{ height: `${count * height}px`, position: "relative" }}>
        <div role="presentation" style={{ position: "absolute", top: `${first * height}px`, left: 0, right: 0 }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, i) => row(first + i))}
        </div>
      </div>
    </div>
  );
}
