// Laws in their places: what names mean in contexts of every kind, cycles and previous, aliases, pairs, and who is
// governed by what.
import { describe, expect, test } from "vitest";
import { check, told } from "./fuzz/told.ts";

const ball = `object { name = ball physical type = dynamic geometrical type = sphere
  attributes = { size = 1 v = [0, 0, 0] mass = 2 force = [0, 0, 0] loose = true } }
`;
const slab = `object { name = slab physical type = static geometrical type = cuboid
  attributes = { size = [1, 1, 1] friction = 0.5 } }
`;

/** A context of these functions, on the first line of the text; then a ball, and more. */
function law(type: string, functions: string, more = "", around = ball): string {
  return `context { name = c type = ${type} ${more} functions = { ${functions} } }\n${around}`;
}

/** The messages, without their places. */
function messages(text: string): string[] {
  return check(text).map(({ code, message }) => `${code}: ${message}`);
}

function notes(text: string): readonly string[] {
  const all = check(text);
  expect(all.map(({ message }) => message).length).toBe(1);
  return all[0].notes;
}

describe("attributes", () => {
  test("of the object, of the world and predefined ones are there", () => {
    const world = "world attributes { g = [0, 0, -9.81] k = 2 }\n";
    expect(
      told(law("free fall", "a = position + pos + v + g * (t + dt) * mass  b = orientation . g", "", world + ball)),
    ).toEqual([]);
    expect(messages(law("free fall", "a = k + g", "", world + ball))).toEqual([
      "shapes: '+' cannot take a real and a vector of 3",
    ]);
  });

  test("a function of the context goes before an attribute, an attribute before a function of the file", () => {
    expect(messages(`${law("free fall", "a = mass + 1  mass = 3")}`)).toEqual([]);
    expect(messages(`${law("free fall", "b = v + 1")}v = 2`)).toEqual([
      "shapes: '+' cannot take a vector of 3 and a real",
    ]);
    expect(messages(`${law("free fall", "b = u + 1")}u = 2`)).toEqual([]);
  });

  test("a misspelt attribute is told with its likely name", () => {
    expect(messages(law("free fall", "a = positon + v"))).toEqual(["unknown-name: 'positon' is not defined here"]);
    expect(notes(law("free fall", "a = positon + v"))).toEqual(["did you mean 'position'?"]);
  });

  test("an update has the shape of what it updates", () => {
    expect(messages(law("free fall", "v = 3"))).toEqual(["shapes: 'v' is a vector of 3, and this gives a real"]);
    expect(notes(law("free fall", "v = 3"))).toEqual([
      "a vector is its length times a direction: … * normalize(d)",
      "its first value sets its shape, in the object with index 0",
    ]);
    expect(messages(law("free fall", "v = previous(v) + mass"))).toEqual([
      "shapes: '+' cannot take a vector of 3 and a real",
    ]);
  });

  test("rates and contributions are of attributes, and of their shapes", () => {
    expect(messages(law("free fall", "v' = force / mass  position' = v  force += mass * v"))).toEqual([]);
    expect(messages(law("free fall", "v' = 1  force += 2  speed' = 1  push += 3"))).toEqual([
      "shapes: 'v' is a vector of 3, and this gives a real",
      "shapes: 'force' is a vector of 3, and this gives a real",
      "unknown-name: this states the rate of 'speed', which is not an attribute here",
      "unknown-name: this adds to 'push', which is not an attribute here",
    ]);
    expect(messages(law("free fall", "v(x) = x  a = v"))).toContain(
      "attribute-form: 'v' is an attribute: its law takes no parameters",
    );
  });

  test("a rate may be used where it is stated", () => {
    expect(messages(law("free fall", "v' = force / mass  a = v' + 1"))).toEqual([
      "shapes: '+' cannot take a vector of 3 and a real",
    ]);
    expect(messages(law("free fall", "a = v'"))).toEqual(["no-rate: no rate of 'v' is stated here"]);
  });

  test("time is the run's own, and what the geometry gives cannot be changed", () => {
    expect(messages(law("free fall", "t = 3"))).toEqual(["given: 't' belongs to the run: a law cannot change it"]);
    expect(messages(law("collision", "collisionNormal = [0, 0, 1]", "", ball + slab))).toEqual([
      "given: 'collisionNormal' comes from the geometry: a law cannot change it",
    ]);
  });

  test("initial values see the world, each other, index and random, and no cycles", () => {
    const object = (attributes: string) =>
      "world attributes { k = 2 }\nobject { name = a physical type = dynamic geometrical type = sphere " +
      `copies = 9 attributes = { ${attributes} } }`;
    expect(messages(object("size = k * m  m = 3  position = [index, random(0, 1), 0]"))).toEqual([]);
    expect(messages(object("size = k + [1]"))).toEqual(["shapes: '+' cannot take a real and a vector of 1"]);
    expect(messages(object("size = 1 a = b b = a"))).toEqual(["cycle: the value of 'b' needs itself"]);
    expect(messages(object("size = 1 a = random(1)"))).toEqual([
      "arguments: random takes two reals: random(low, high)",
    ]);
    expect(messages(object("size = [1, 2, 3]"))).toEqual([
      "shape: the size of a sphere is a real, and this is a vector of 3",
    ]);
    expect(messages(object("size = 1 position = [1, 2]"))).toEqual([
      "shape: the position of a sphere is a vector of 3, and this is a vector of 2",
    ]);
    expect(messages(object("mass = 1"))).toEqual(["no-value: 'a' needs a size"]);
  });

  test.each(["[0, 0, 0]", "[1, 0, 0, 0]", "identityMatrix(3)"])(
    "an orientation may be %s, and one law serves",
    (value) => {
      const text = ball.replace("size = 1", `size = 1 orientation = ${value}`);
      const laws = "R = rotation(orientation)  orientation' = orientationRate(orientation, v)  a = R * v";
      expect(messages(law("free fall", laws, "", text))).toEqual([]);
    },
  );
});

describe("cycles, previous and first-time-only", () => {
  test("a reference to what is updated means the new value; a cycle shows its way and offers previous", () => {
    const text = law("free fall", "v = 0.99 * v");
    expect(messages(text)).toEqual(["cycle: 'v' needs its own value"]);
    expect(notes(text)[0]).toMatch(/write previous\(v\), or list the attribute in compute_first_time_only_attributes/);
    expect(messages(law("free fall", "v = 0.99 * previous(v)"))).toEqual([]);
    expect(messages(law("free fall", "v = a  a = b  b = v"))).toEqual([
      "cycle: these need each other's values: v → a → b → v",
    ]);
  });

  test("previous takes the name of an attribute", () => {
    expect(messages(law("free fall", "a = previous(1)"))).toEqual([
      "arguments: write previous(name), with the name of an attribute",
    ]);
    expect(messages(law("free fall", "a = 1  b = previous(a)"))).toEqual([
      "special: previous takes the name of an attribute, and 'a' is not one here",
    ]);
  });

  test("first-time-only attributes see registered values, also through functions", () => {
    const first = "attributes = {v0, t0} compute_first_time_only_attributes = {v0, t0}";
    expect(messages(law("free fall", "v0 = w  w = v  t0 = t  v = v0 + [0, 0, t - t0]", first))).toEqual([]);
    expect(messages(law("free fall", "v0 = v  t0 = t  v = v0 + 1", first))).toEqual([
      "shapes: '+' cannot take a vector of 3 and a real",
    ]);
    expect(messages(law("free fall", "v = [0, 0, 0]", "compute_first_time_only_attributes = {v9}"))).toEqual([
      "unknown-name: 'v9' is not an attribute of this context",
    ]);
  });

  test("an attribute that never gets a value is told where it is used", () => {
    expect(messages(law("free fall", "a = lost + 1", "attributes = {lost}"))).toEqual([
      "no-value: 'lost' never gets a value: it has no function here and no first value",
    ]);
    expect(messages(law("free fall", "a = kept + [1]", "attributes = {kept = 1}"))).toEqual([
      "shapes: '+' cannot take a real and a vector of 1",
    ]);
  });
});

describe("aliases", () => {
  const aliased = (alias: string, functions: string, type = "collision") =>
    law(type, functions, `aliases = { ${alias} }`, ball + slab);

  test("of the objects with index 0 and 1", () => {
    const both = "use a as attribute v of object with index 0 use b as attribute friction of object with index 1";
    expect(messages(aliased(both, "c = a + [1, b, 0]"))).toEqual([]);
    expect(messages(aliased(both, "c = a + b"))).toEqual(["shapes: '+' cannot take a vector of 3 and a real"]);
    expect(messages(aliased("use b as attribute frction of object with index 1", ""))).toEqual([
      "unknown-name: 'slab' has no attribute 'frction'",
    ]);
    expect(messages(aliased("use a as attribute v of object with index 1", "", "free fall"))).toEqual([
      "alias: there is one object here, with index 0",
    ]);
  });

  test("of named objects and links, each other object and the world", () => {
    expect(messages(aliased("use p as attribute position of object slab", "c = p + 1", "free fall"))).toEqual([
      "shapes: '+' cannot take a vector of 3 and a real",
    ]);
    expect(messages(aliased("use p as attribute position of object slap", "", "free fall"))).toEqual([
      "unknown-name: there is no object called 'slap'",
    ]);
    expect(messages(aliased("use p as attribute attached of link rope", "", "free fall"))).toEqual([
      "unknown-name: there is no link called 'rope'",
    ]);
    expect(
      messages(aliased("use m as attribute mass of each other object", "c = sumOthers(m * v)", "free fall")),
    ).toEqual([]);
    expect(messages(aliased("use m as attribute mass of each other object", "m = 3", "free fall"))).toEqual([
      "alias: the attributes of each other object can be read, not changed",
    ]);
    expect(
      messages(`world attributes { k = 1 }\n${aliased("use k2 as attribute k of world", "k2 = [1]", "free fall")}`),
    ).toEqual(["shapes: 'k2' is a real, and this gives a vector of 1"]);
  });

  test("an update under an alias is an update; two for one attribute are one too many", () => {
    const alias = "use u as attribute v of object with index 0";
    expect(messages(aliased(alias, "u = 3", "free fall"))).toEqual([
      "shapes: 'u' is a vector of 3, and this gives a real",
    ]);
    expect(messages(aliased(alias, "u = [0, 0, 0]  v = [1, 1, 1]", "free fall"))).toEqual([
      "duplicate: 'v' and 'u' give the same attribute its value",
    ]);
    expect(messages(aliased(alias, "u = 2 * v", "free fall"))).toEqual(["cycle: 'u' needs its own value"]);
  });

  test("one among many of the same number that has another index is likely a slip", () => {
    const many =
      "use obj1_v as attribute v of object with index 0 use obj1_m as attribute mass of object with " +
      "index 0 use obj1_p as attribute position of object with index 1";
    expect(messages(aliased(many, ""))).toEqual(["alias-index: 'obj1_p' has index 1, the other 'obj1_…' have index 0"]);
  });

  test("the same alias twice", () => {
    const twice = "use a as attribute v of object with index 0 use a as attribute mass of object with index 0";
    expect(messages(aliased(twice, ""))).toEqual(["duplicate: the alias 'a' is defined already"]);
  });
});

describe("pairs", () => {
  test("x1 and x2 mean x of the objects with index 0 and 1, unless that name is defined", () => {
    expect(messages(law("collision", "a = position1 - position2  b = friction2 * v1", "", ball + slab))).toEqual([]);
    expect(messages(law("collision", "a = v1 + friction2", "", ball + slab))).toEqual([
      "shapes: '+' cannot take a vector of 3 and a real",
    ]);
    expect(messages(law("collision", "v1 = [0, 0, 0]  k2 = 3  a = k2 + 1", "", ball + slab))).toEqual([]);
  });

  test("in a dynamic–static pair the dynamic one has index 0, and unaliased names are its", () => {
    expect(messages(law("collision", "v = previous(v) + collisionNormal", "", slab + ball))).toEqual([]);
    expect(messages(law("collision", "a = friction", "", slab + ball))).toEqual([
      "unknown-name: 'friction' is not defined here",
    ]);
  });

  test("what is written to a static object is dropped, whether or not it has the attribute", () => {
    expect(messages(law("collision", "v2 = [0, 0, 0]  w2' = 3  force2 += [0, 0, 1]", "", ball + slab))).toEqual([]);
  });

  test("a pair law gives its point and normal, a law for contact points its penetration and iteration", () => {
    expect(messages(law("collision", "a = collisionPoint . collisionNormal + [1]", "", ball + slab))).toEqual([
      "shapes: '+' cannot take a real and a vector of 1",
    ]);
    const pairs = law(
      "contact",
      "jn = if iteration == 1 then previous(jn) else max(0, penetration)",
      "applied to = pair attributes = {jn = 0}",
      ball + slab,
    );
    expect(messages(pairs)).toEqual([]);
    expect(messages(law("free fall", "a = collisionPoint"))).toEqual([
      "unknown-name: 'collisionPoint' is not defined here",
    ]);
  });

  test("a group contact gives what lies in each of its directions", () => {
    const up = "geometric_data_directions = {[0, 0, 1], [0, 0, -1]}";
    const given =
      "a = collisionNormalsDirVec1 # 1  b = collisionPointsDirVec2 # 1  c = massSumDirVec1 + 1  d = " +
      "hasPathToStaticObjectDirVec2";
    expect(messages(law("contact", given, up, ball + slab))).toEqual([]);
    expect(messages(law("contact", "a = collisionNormalsDirVec3", up, ball + slab))).toEqual([
      "unknown-name: 'collisionNormalsDirVec3' is not defined here",
    ]);
    expect(messages(law("contact", "a = massSumDirVec1 + [1]", up, ball + slab))).toEqual([
      "shapes: '+' cannot take a real and a vector of 1",
    ]);
    expect(messages(law("contact", "a = masSumDirVec1", up, ball + slab))).toEqual([
      "unknown-name: 'masSumDirVec1' is not defined here",
    ]);
  });
});
