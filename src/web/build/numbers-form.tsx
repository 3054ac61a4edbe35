// Building by numbers instead of the pointer: the place and size of a body, the ends of a link, the velocity of a body.
import { useState } from "preact/hooks";
import { Vector3 } from "three";
import type { BodyInfo } from "../protocol/messages.ts";
import { frames } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";
import { say } from "../ui/announcer.ts";
import { stage } from "../view/commands.ts";
import type { BodyScene } from "../view/scene/scene.ts";
import { addDrawnBody, addDrawnLink, setVelocity } from "./acts.ts";
import { placementOf, poseOf, usualSize } from "./build-hand.ts";
import { taken } from "./building.ts";
import type { BodyPattern } from "./drafts.ts";
import type { LinkPattern } from "./first-values.ts";
import { type Anchor, meeting, up } from "./pointing.ts";
import { type Corner, prismOver } from "./prism.ts";
import type { ToolEntry } from "./tools.ts";

export function NumbersForm({ entry }: { entry: ToolEntry }) {
  const view = stage.value?.view;
  if (!view) return null;
  const { tool } = entry;
  return (
    <details class="build-numbers">
      <summary>By numbers</summary>
      {tool.kind === "body" && <BodyNumbers pattern={tool.pattern} view={view} />}
      {tool.kind === "link" && <LinkNumbers patterns={tool.patterns} view={view} />}
      {tool.kind === "prism" && <PrismNumbers view={view} />}
      {tool.kind === "velocity" && <VelocityNumbers />}
    </details>
  );
}

function readNumber(form: FormData, name: string): number {
  return Number(String(form.get(name)).trim().replace(",", ".").replace("−", "-"));
}

interface FieldsProps {
  readonly fields: readonly { readonly name: string; readonly label: string; readonly value: number }[];
}

function Fields({ fields }: FieldsProps) {
  return (
    <>
      {fields.map(({ name, label, value }) => (
        <label key={name}>
          {label}
          <input
            name={name}
            class="number"
            inputMode="decimal"
            autocomplete="off"
            size={6}
            required
            pattern="\s*[+\-−]?(\d+([.,]\d*)?|[.,]\d+)([eE][+\-]?\d+)?\s*"
            defaultValue={String(value)}
          />
        </label>
      ))}
    </>
  );
}

function point(form: FormData): Vector3 {
  return new Vector3(readNumber(form, "x"), readNumber(form, "y"), readNumber(form, "z"));
}

const place = (value: readonly number[], unit: string) =>
  ["x", "y", "z"].map((name, i) => ({ name, label: `${name} [${unit}]`, value: value[i] }));

function BodyNumbers({ pattern, view }: { pattern: BodyPattern; view: BodyScene }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const size = Math.abs(readNumber(form, "size"));
        const length = pattern.measure === "edge" ? size / 2 : size;
        const draft = pattern.draw({ across: length, along: 0, length, usual: usualSize(view) });
        const { position, turn } = poseOf({ point: point(form), normal: up(view) }, draft);
        const { w, x, y, z } = turn;
        selectedBody.value = addDrawnBody(pattern.name, draft, { position: position.toArray(), turn: [w, x, y, z] });
        taken.value = null;
      }}
    >
      <Fields
        fields={[
          ...place([0, 0, 0], "m"),
          { name: "size", label: `${pattern.measure} [m]`, value: Number((2 * usualSize(view)).toPrecision(2)) },
        ]}
      />
      <button type="submit" class="primary">
        Put it there
      </button>
    </form>
  );
}

function PrismNumbers({ view }: { view: BodyScene }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const numbers = [...String(form.get("corners")).matchAll(/[-+−]?\d+(?:\.\d+)?/g)].map(([one]) =>
          Number(one.replace("−", "-")),
        );
        const corners = numbers.flatMap((x, i): Corner[] => (i % 2 === 0 ? [[x, numbers[i + 1] ?? 0]] : []));
        const draft = prismOver(corners, Math.abs(readNumber(form, "height")));
        if (!draft) {
          say("A prism has three corners or more that do not lie on one line.");
          return;
        }
        const { position, turn } = poseOf({ point: new Vector3(), normal: up(view) }, draft);
        const { w, x, y, z } = turn;
        selectedBody.value = addDrawnBody("prism", draft, { position: position.toArray(), turn: [w, x, y, z] });
        taken.value = null;
      }}
    >
      <label>
        corners, x y [m]
        <input name="corners" class="number" size={24} required defaultValue="0 0, 0.4 0, 0.2 0.3" autocomplete="off" />
      </label>
      <Fields fields={[{ name: "height", label: "height [m]", value: tidy(2 * usualSize(view)) }]} />
      <button type="submit" class="primary">
        Put it there
      </button>
    </form>
  );
}

function movable(): BodyInfo[] {
  return frames.value?.layout.bodies.filter(({ physicalType }) => physicalType !== "static") ?? [];
}

function BodyChoice({ name, label, first, others }: { name: string; label: string; first: string; others: string[] }) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={first}>
        {others.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function anchorOf(view: BodyScene, name: string, at: Vector3): Anchor {
  const number = frames.value?.layout.bodies.findIndex((one) => one.name === name) ?? -1;
  if (number < 0) return { body: null, number: -1, local: at, world: at };
  const body = frames.value!.layout.bodies[number];
  return { body, number, local: new Vector3(), world: view.bodies.positions[number].clone() };
}

function LinkNumbers({ patterns, view }: { patterns: readonly LinkPattern[]; view: BodyScene }) {
  const names = movable().map(({ name }) => name);
  const [to, setTo] = useState("the world");
  if (names.length === 0) return <p class="quiet">There is no body to join.</p>;
  const first = view.bodies.positions[frames.value?.layout.bodies.findIndex(({ name }) => name === names[0]) ?? 0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const ends = [
          anchorOf(view, String(form.get("from")), new Vector3()),
          anchorOf(view, to, to === "the world" ? point(form) : new Vector3()),
        ] as const;
        const placed = patterns[0].meets ? meeting(view, ends) : ends;
        void addDrawnLink(patterns, placed, placementOf(view, placed));
        taken.value = null;
      }}
    >
      <BodyChoice name="from" label="from" first={names[0]} others={names} />
      <label>
        to
        <select name="to" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          {["the world", ...names].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      {to === "the world" && (
        <Fields fields={place([first?.x ?? 0, first?.y ?? 0, (first?.z ?? 0) + 1].map(tidy), "m")} />
      )}
      <button type="submit" class="primary">
        Join them
      </button>
    </form>
  );
}

const tidy = (value: number) => Number(value.toPrecision(6));

function VelocityNumbers() {
  const bodies = movable();
  if (bodies.length === 0) return <p class="quiet">There is no body to throw.</p>;
  const chosen = bodies.find(({ name }) => name === selectedBody.value) ?? bodies[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const body = bodies.find(({ name }) => name === form.get("body"));
        if (body) setVelocity(body, point(form).toArray());
        taken.value = null;
      }}
    >
      <BodyChoice name="body" label="body" first={chosen.name} others={bodies.map(({ name }) => name)} />
      <Fields fields={place([1, 0, 0], "m/s")} />
      <button type="submit" class="primary">
        Throw it
      </button>
    </form>
  );
}
