// The signs of the time line, drawn so that no font can lack them.

const paths = {
  start: "M4 4h2v12H4zM16 4v12L7 10z",
  back: "M13 4v12L4 10zM14 4h2v12h-2z",
  play: "M5 3l12 7-12 7z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  on: "M7 4v12l9-6zM4 4h2v12H4z",
  loop:
    "M10 4a6 6 0 0 1 5.7 4.1l1.6-.5L16 12l-3.9-2.4 1.7-.6A4 4 0 0 0 6.6 8L5 6.8A6 6 0 0 1 10 4z" +
    "M10 16a6 6 0 0 1-5.7-4.1l-1.6.5L4 8l3.9 2.4-1.7.6a4 4 0 0 0 7.2 1l1.6 1.2A6 6 0 0 1 10 16z",
  slower: "M4 9h12v2H4z",
  faster: "M9 4h2v5h5v2h-5v5H9v-5H4V9h5z",
  stop: "M5 5h10v10H5z",
} as const;

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} fill="currentColor" />
    </svg>
  );
}
