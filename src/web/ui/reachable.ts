// Makes scrolling elements reachable by keys, but only those larger than their place.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** For an element that scrolls and may hold nothing that takes the focus. */
export function useReachable(): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    const observer = new ResizeObserver(() => {
      const isLarger = place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight;
      if (isLarger) place.tabIndex = 0;
      else place.removeAttribute("tabindex");
    });
    observer.observe(place);
    for (const child of place.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return host;
}
