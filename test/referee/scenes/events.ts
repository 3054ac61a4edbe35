// Events of random scenes: conditions on time, places, speeds, counts, links and inputs; changes of bodies, links and
// the world.
import { between } from "./numbers.ts";
import type { Maker } from "./part.ts";

/** An alias of an attribute, and what it is called. */
interface Named {
  readonly name: string;
  readonly alias: string;
}

function alias(name: string, attribute: string, owner: string): Named {
  return { name, alias: `use ${name} as attribute ${attribute} of ${owner}` };
}

/** A condition, and the aliases that it speaks of. */
function condition({ random, frame }: Maker, object: string, links: readonly string[]): [when: string, Named[]] {
  const place = alias("place", "position", object);
  const speed = alias("speed", "v", object);
  const count = alias("count", "tally", object);
  const late = () => `${frame.t} > ${between(random, -0.05, 0.2)}`;
  const height = frame.coordinate("place", 3);
  const kinds: (() => [string, Named[]])[] = [
    () => [late(), []],
    () => [late(), []],
    () => [late(), []],
    () => [`${height} < ${between(random, 0.2, 2)}`, [place]],
    () => [`abs(${height} - ${between(random, 0, 1)}) < 0.01`, [place]],
    () => [`norm(speed) > ${frame.number(between(random, 0, 4), 1)} & ${late()}`, [speed]],
    () => [`count > ${random.below(3)} | ticks > 3`, [count]],
    () => ["grip_strength > 1 | norm(hand_pull) > 0.5", []],
    () => [`!is_on & ${late()}`, []],
  ];
  if (links.length > 0) {
    const held = alias("held", "attached", `link ${random.pick(links)}`);
    kinds.push(() => [`held & ${late()}`, [held]]);
  }
  return random.pick(kinds)();
}

/** A change, and the alias of what is changed. */
function change({ random, frame }: Maker, object: string, links: readonly string[]): [name: string, Named, string] {
  const of = (attribute: string, owner = object) => alias("it", attribute, owner);
  const kinds: (() => [string, Named, string])[] = [
    () => ["kick", of("v"), `previous(it) + ${frame.polar("[0, 0.5, 1]", 1)}`],
    () => ["spin", of("L"), `previous(it) + ${frame.axial("[0, 0.01, 0]", 2, 1)}`],
    () => ["heavier", of("mass"), "2 * previous(it)"],
    () => ["larger", of("size"), "1.1 * previous(it)"],
    () => ["jump", of("position"), `previous(it) + ${frame.polar("[0, 0, 0.3]", 1)}`],
    () => ["counted", of("tally"), "previous(it) + 1"],
    () => ["cooled", of("is_warm"), "!previous(it)"],
    () => ["rewritten", of("memo"), "matrixTranspose(previous(it)) + identityMatrix(2)"],
    () => ["lighter", of("g", "world"), "0.5 * previous(it)"],
    () => ["stiffer", of("stiffening", "world"), "3 * previous(it)"],
    () => ["rougher", of("friction", "world"), "previous(it) + 0.3"],
    () => ["ticked", of("ticks", "world"), "previous(it) + 2"],
  ];
  if (links.length > 0) {
    const link = `link ${random.pick(links)}`;
    kinds.push(
      () => ["release", of("attached", link), "false"],
      () => ["release", of("attached", link), "false"],
      () => ["toggle", of("attached", link), "!previous(it)"],
    );
  }
  return random.pick(kinds)();
}

/** Up to three events. */
export function eventTexts(maker: Maker, bodies: readonly string[], links: readonly string[]): string[] {
  const { random } = maker;
  if (bodies.length === 0) return [];
  const names = new Set<string>();
  return random.list(0, 3, () => {
    const object = `object ${random.pick(bodies)}`;
    const [when, seen] = condition(maker, object, links);
    const [name, it, value] = change(maker, object, links);
    if (names.has(name)) return "";
    names.add(name);
    const aliases = [...seen, it].map((one) => one.alias).join("  ");
    return `event { name = ${name}  when = ${when}\n  aliases = { ${aliases} }\n  functions = { it = ${value} } }`;
  });
}
