// The small drawings of the toolbar.
import type { ComponentChildren } from "preact";

const cube = "M8 1.5 14 4.8v6.4L8 14.5 2 11.2V4.8zM2 4.8l6 3.3 6-3.3M8 8.1v6.4";

function Drawing({ children }: { children: ComponentChildren }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.3"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

const paths: Readonly<Record<string, string>> = {
  fit: "M1.8 5V1.8H5M11 1.8h3.2V5M14.2 11v3.2H11M5 14.2H1.8V11M5.5 8a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0",
  follow: "M4 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M8 .8v3.4M8 11.8v3.4M.8 8h3.4M11.8 8h3.4",
  axes:
    "M6 10V1.5M6 1.5 4.4 3.6M6 1.5l1.6 2.1M6 10h8.5M14.5 10l-2-1.6M14.5 10l-2 1.6" +
    "M6 10l-4.5 4.5M1.5 14.5l.3-2.6M1.5 14.5l2.6-.3",
  contacts: "M1.5 13h13M8 13V3.5M8 3.5 6.2 6M8 3.5 9.8 6M6.6 13a1.4 1.4 0 1 0 2.8 0",
  trails: "M1.5 13.5C3 4 6 4 7.5 9.5 8.6 13 10.5 12 11.4 6.2M10.2 4.5a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0",
  vectors: "M2 14 13.5 2.5M13.5 2.5H8.6M13.5 2.5v4.9",
  wireframe: `${cube}M8 1.5v6.6M2 11.2l6-3.1 6 3.1`,
  mirror: "M1 8h14M4 6l4-4.5L12 6zM4 10l4 4.5 4-4.5",
  "hand-move":
    "M8 1.2v13.6M1.2 8h13.6M8 1.2 6.3 3M8 1.2 9.7 3M8 14.8 6.3 13M8 14.8 9.7 13" +
    "M1.2 8 3 6.3M1.2 8 3 9.7M14.8 8 13 6.3M14.8 8 13 9.7",
  "hand-turn": "M13.6 8A5.6 5.6 0 1 1 11.6 3.7M11.9 1v2.9H9",
  "hand-size": "M2 14h5V9H2zM9 7l5-5M14 2h-3.6M14 2v3.6",
  picture: "M1.8 4.5h2.9L6 2.6h4l1.3 1.9h2.9v8.9H1.8zM5.6 8.8a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0",
  more: "M3 5.5h10M3 10.5h10M6 3.8v3.4M10 8.8v3.4",
};

const faces: Readonly<Record<string, string>> = {
  front: "M2 4.8 8 8.1v6.4l-6-3.3z",
  side: "M14 4.8 8 8.1v6.4l6-3.3z",
  top: "M8 1.5 14 4.8 8 8.1 2 4.8z",
};

export function ViewIcon({ name }: { name: string }) {
  const face = faces[name];
  return (
    <Drawing>
      {face && <path d={face} fill="currentColor" stroke="none" opacity="0.55" />}
      <path d={face ? cube : paths[name]} />
    </Drawing>
  );
}
