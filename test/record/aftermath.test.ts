// What a whole run shows that no instant of it does.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { libraryFiles } from "../../src/language/check/library.ts";
import { runText } from "../engine/lab.ts";

const body = (attributes: string) =>
  "object { name = bob  physical type = dynamic  geometrical type = sphere " +
  `attributes = { size = 0.1  ${attributes} } }\n`;
const law = (name: string, type: string, functions: string, more = "") =>
  `context { name = ${name}  type = ${type} ${more} functions = { ${functions} } }\n`;
const simulation = (duration: number, more = "") =>
  `simulation { name = s  initial time = 0  duration = ${duration} ${more} }\n`;
const floor = "object { name = floor  physical type = static  geometrical type = half space  attributes = { } }\n";

test("a spring with the wrong sign drives its body away, however far that comes", () => {
  for (const duration of [3, 60]) {
    const text =
      body("position = [0.2, 0, 0]  v = [0, 0, 0]") +
      law("spring", "free fall", "v' = 40 * position  position' = v") +
      simulation(duration);
    const { warnings } = runText(text);
    expect(warnings.map(({ code, message }) => `${code} ${message}`).join()).toMatch(
      /^runaway 'bob' runs away: its distance grows by the factor e every 0.1[56],/,
    );
    expect(warnings[0].span.source.text.slice(warnings[0].span.from, warnings[0].span.to)).toBe("spring");
  }
});

test("a swing that a damper drives runs away too", () => {
  const text =
    body("position = [0.2, 0, 0]  v = [0, 0, 0]") +
    law("spring", "free fall", "v' = -40 * position + 2 * v  position' = v") +
    simulation(20);
  expect(runText(text).notes.join()).toMatch(/^'bob' runs away: its distance grows by the factor e every (0.99|1),/);
});

test("what falls, flies on, or is thrown late does not run away", () => {
  for (const rate of [
    "[0, 0, -9.81]",
    "[0, 0, 0]",
    "[100 * t^3, 0, 0]",
    "if t > 9.9 then [1e5, 0, 0] else [0, 0, 0]",
  ]) {
    const text =
      body("position = [0.2, 0, 0]  v = [3, 0, 0]") +
      law("fall", "free fall", `v' = ${rate}  position' = v`) +
      simulation(10);
    expect(runText(text).warnings).toEqual([]);
  }
});

const bounce = law("bounce", "collision", "v = reflectVector(previous(v), collisionNormal)");

test("a ball that falls upwards leaves the floor it was to meet, and one that is thrown up does not", () => {
  const notes = (v: number, g: number) =>
    runText(
      body(`position = [0, 0, 2]  v = [0, 0, ${v}]`) +
        floor +
        law("fall", "free fall", `v' = [0, 0, ${g}]  position' = v`) +
        bounce +
        simulation(1),
    ).notes.join();
  expect(notes(0, 9.81)).toBe("'bob' leaves 'floor' ever faster and never meets it: 'bounce' does nothing");
  expect(notes(20, -9.81)).toBe("");
});

test("a push that is too stiff for the step throws a body off, and one that is not does not", () => {
  const notes = (stiffness: number) =>
    runText(
      body("position = [0, 0, 0.5]  v = [0, 0, 0]  force = [0, 0, 0]") +
        floor +
        law("fall", "free fall", "force += [0, 0, -9.81]  v' = force  position' = v") +
        law("push", "contact", `force1 += ${stiffness} * max(0, penetration) * collisionNormal`, "applied to = pair") +
        simulation(1, "scheme = time stepping"),
    ).notes.join();
  expect(notes(1e7)).toMatch(/'bob' is thrown off at t = 0.3.*the push of 'push' is too stiff for a step of 0.01/);
  expect(notes(1000)).toBe("");
});

test("bounces that die away on a floor without a contact law are told at the law of the bounce", () => {
  const { warnings } = runText(
    body("position = [0, 0, 1]  v = [0, 0, 0]") +
      floor +
      law("fall", "free fall", "v' = [0, 0, -9.81]  position' = v") +
      law("bounce", "collision", "v = previous(v) - 1.5 * (previous(v) . collisionNormal) * collisionNormal") +
      simulation(4),
  );
  expect(warnings.map(({ code }) => code)).toEqual(["no-law"]);
  const [{ message, notes, span }] = warnings;
  expect(message).toMatch(/^no contact law holds 'bob' and 'floor'/);
  expect(notes.join()).toContain("force_contact of laws/force-contact.vfl");
  expect(span.source.text.slice(span.from, span.to)).toBe("bounce");
});

test("a collision after which bodies part much faster than they met is told once, with values", () => {
  const told = (factor: number) =>
    runText(
      body("position = [0, 0, 2]  v = [0, 0, -10]") +
        floor +
        law("fall", "free fall", "v' = [0, 0, 0]  position' = v") +
        law("bounce", "collision", `v = previous(v) - ${factor} * (previous(v) . collisionNormal) * collisionNormal`) +
        simulation(1),
    ).warnings;
  const [gain, ...others] = told(16);
  expect(others).toEqual([]);
  expect(gain.code).toBe("runaway");
  expect(gain.message).toBe(
    "'bounce' lets 'bob' and 'floor' part at t = 0.19 with a speed of 150 along the normal, where they met with " +
      "10: they " +
      "gain 15 times the speed",
  );
  expect(gain.notes).toEqual(["what collides parts no faster than it met: a restitution is a share between 0 and 1"]);
  expect(gain.span.source.text.slice(gain.span.from, gain.span.to)).toBe("bounce");
  expect(told(2)).toEqual([]);
  expect(told(2.5)).toEqual([]);
});

test("a floor that falls with the ball is told, and a floor that stays is not", () => {
  const told = (type: string, g = "-9.81") =>
    runText(
      body("position = [0, 0, 2]  v = [0, 0, 0]") +
        `object { name = floor  physical type = ${type}  geometrical type = cuboid  attributes = { size = [9, 9, ` +
        `0.2]  ` +
        "position = [0, 0, -0.1]  v = [0, 0, 0] } }\n" +
        law("fall", "free fall", `v' = [0, 0, ${g}]  position' = v`) +
        bounce +
        simulation(2),
    ).notes;
  expect(told("dynamic")).toEqual([
    "'floor' is dynamic and moves with 'bob': both go the same 20 by t = 2, and never meet",
  ]);
  expect(told("dynamic", "0")).toEqual([]);
  expect(told("static").join()).not.toContain("is dynamic");
});

test("the list of the law library is complete", () => {
  const folder = new URL("../../laws", import.meta.url);
  expect([...libraryFiles].sort()).toEqual(
    readdirSync(folder)
      .map((file) => file.replace(".vfl", ""))
      .sort(),
  );
  expect(readFileSync(new URL("../../laws/links.vfl", import.meta.url), "utf8")).toMatch(
    /^context \{\n {2}name = spring$/m,
  );
});
