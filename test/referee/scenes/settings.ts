// Settings of random simulations, and what is measured.
import type { ContactLaws } from "./impacts.ts";
import type { Maker } from "./part.ts";

const integrators = [
  "rk4",
  "rk4",
  "rk4",
  "semi-implicit euler",
  "explicit euler",
  "implicit midpoint",
  "dormand-prince",
];
const sweepOrders = ["fixed", "bottom up", "alternating"];

export function settingTexts({ random, frame }: Maker, contact: ContactLaws | null, isOpen: boolean): string[] {
  const settings = [
    "name = s",
    `initial time = ${random.pick([0, 0, 0, -0.1, 3]) + frame.change.since}`,
    `duration = ${random.pick([0.05, 0.1, 0.2, 0.3])}`,
    `step = ${random.pick([0.01, 0.01, 0.005, 0.02, 0.003])}`,
    `integrator = ${random.pick(integrators)}`,
    `frames = ${random.pick([60, 1, 7, 500])}`,
    `seed = ${random.below(9)}`,
  ];
  if (isOpen || random.chance(30)) settings.push("start = projected");
  else if (random.chance(10)) settings.push("start = as given");
  if (random.chance(10)) settings.push("tolerance = 1e-9");
  if (random.chance(10)) settings.push("separation = 1e-4");
  if (!contact) return random.chance(10) ? [...settings, "scheme = event driven"] : settings;
  settings.push("scheme = time stepping");
  if (random.chance(80)) settings.push(`iterations = ${random.pick([1, 2, 3, 5, 5, 10, 20])}`);
  const orders = contact.isUrgent ? [...sweepOrders, "greatest first", "greatest first"] : sweepOrders;
  if (random.chance(60)) settings.push(`sweep order = ${random.pick(orders)}`);
  if (random.chance(30)) settings.push(`contact points = ${random.pick(["all", "middle"])}`);
  if (random.chance(50)) settings.push(`acceleration = ${random.pick(["newton", "newton", "newton", "none"])}`);
  if (random.chance(60)) settings.push(`margin = ${frame.number(random.pick([0, 0.01, 0.05, 0.5]), 1)}`);
  if (random.chance(30))
    settings.push(`sleep speed = ${frame.number(random.pick([0.01, 0.1, 1]), 1)}`, "sleep time = 0.047");
  return settings;
}

/** Measures over all bodies and links, and of one body. */
export function measuresText(body: string | undefined): string {
  const own = body
    ? `use place as attribute position of object ${body}  use speed as attribute v of object ${body}
  reach = norm(place) + norm(speed) * t`
    : "";
  return `measures { ${own}
  energy = total(0.5 * mass * (v . v) + spinEnergy(inertia, orientation, w))  momentum = total(mass * v)
  strain = totalLinks(norm(anchor1 - anchor2))  held = totalLinks(if attached then 1 else 0) }`;
}
