// The small drawings of the tools for building.
const paths: Readonly<Record<string, string>> = {
  ball: "M2 8a6 6 0 1 0 12 0 6 6 0 1 0-12 0M2 8c2 2.4 10 2.4 12 0",
  box: "M8 1.5 14 4.8v6.4L8 14.5 2 11.2V4.8zM2 4.8l6 3.3 6-3.3M8 8.1v6.4",
  cylinder: "M3 4c0-3 10-3 10 0v8c0 3-10 3-10 0zM3 4c0 3 10 3 10 0",
  capsule: "M4.5 5a3.5 3.5 0 0 1 7 0v6a3.5 3.5 0 0 1-7 0zM4.5 5c1.5 1.3 5.5 1.3 7 0",
  cone: "M8 1.5 13 12c0 3-10 3-10 0z",
  ramp: "M1.5 13.5h13L1.5 5z",
  wall: "M2 2.5h12v11H2zM2 6.2h12M2 9.8h12M6 2.5v3.7M10 6.2v3.6M6 9.8v3.7",
  prism: "M2 6.5 6 3l8 1.5-3 4zM2 6.5v5L11 14V8.5M11 14l3-4.5v-5",
  spring: "M8 1v1.5l4 1.2-8 2 8 2-8 2 8 2-4 1.3V15",
  rope: "M2 2c0 15 12 15 12 0",
  rod: "M3.6 12.4 12.4 3.6M1.5 13a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M11.5 3a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
  hinge: "M8 8 2 14M8 8l6 6M5.5 8a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M8 5.5V1.5",
  joint: "M5 8a3 3 0 1 0 6 0 3 3 0 1 0-6 0M8 1.5V5M8 11v3.5",
  motor: "M13.6 8A5.6 5.6 0 1 1 11.6 3.7M11.9 1v2.9H9M6.5 8a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
  pulley: "M4 5.5a4 4 0 1 1 8 0M4 5.5V14M12 5.5v5M2.5 14h3M10.5 10.5h3v3h-3zM8 5.5V1.5",
  weld: "M1.5 5h6v6h-6zM7.5 5h7v6h-7M6 3.5l3 9",
  damper: "M8 1v5M5 3.5v8h6v-8M5 6h6M8 11.5V15",
  velocity: "M2 14 13.5 2.5M13.5 2.5H8.6M13.5 2.5v4.9",
};

export function ToolIcon({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      stroke-width="1.3"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name] ?? paths["rod"]} />
    </svg>
  );
}
