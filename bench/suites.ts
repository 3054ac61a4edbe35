// The suites by name. A suite is a list of parts; each part is measured in a process of its own, so that what the
// just-in-time compiler learned from one does not colour the next.
import { lawFiles, measureCompilation } from "./compile.ts";
import { experimentNames, measureExperiment } from "./experiments.ts";
import { jointParts, measureJoints } from "./joints/joints.ts";
import { labParts } from "./lab/parts.ts";
import { laws } from "./laws.ts";
import { measure } from "./measure.ts";
import { decimal, type Row, ratio } from "./report.ts";
import { measureScenes, sceneParts } from "./scenes/scenes.ts";
import { measureSolvers, solverParts } from "./solvers.ts";

export interface Suite {
  readonly name: string;
  readonly parts: readonly string[];
  measure(part: string): Row[] | Promise<Row[]>;
  /** Each part is measured in so many processes; that with the lowest number in this column of its first row counts. */
  readonly repeated?: { readonly processes: number; readonly lowest: string };
  /** The first cell of a row is its part: a part can be measured alone, and replaces its rows of the file. */
  readonly isByPart?: true;
}

const lawSuite: Suite = {
  name: "laws",
  parts: laws.map(({ name }) => name),
  measure(part) {
    const law = laws.find(({ name }) => name === part)!;
    const figures = measure(law.create("plain", law.count));
    const best = (contender: string) => figures.find((figure) => figure.contender === contender)!.best;
    return figures.map((figure) => ({
      law: part,
      contender: figure.contender,
      "ns, best": decimal(figure.best),
      "ns, median": decimal(figure.median),
      "× expert": ratio(figure.best, best("expert")),
      "× idiomatic": ratio(figure.best, best("idiomatic")),
    }));
  },
};

const experimentSuite: Suite = {
  name: "experiments",
  parts: experimentNames,
  measure: measureExperiment,
  isByPart: true,
};

const compileSuite: Suite = {
  name: "compile",
  parts: lawFiles,
  measure: measureCompilation,
  repeated: { processes: 7, lowest: "ms, first" },
};

const solverSuite: Suite = {
  name: "solvers",
  parts: solverParts,
  measure: measureSolvers,
};

const jointSuite: Suite = {
  name: "joints",
  parts: jointParts,
  measure: measureJoints,
};

const sceneSuite: Suite = {
  name: "scenes",
  parts: sceneParts,
  measure: measureScenes,
  isByPart: true,
};

const labSuite: Suite = {
  name: "lab",
  parts: labParts,
  async measure(part) {
    // It knows the page and its document, which nothing else here does: its types are checked with those of the page.
    const file: string = new URL("./lab/lab.js", import.meta.url).href;
    const { measureLab } = (await import(file)) as { measureLab(part: string): Promise<Row[]> };
    return measureLab(part);
  },
  isByPart: true,
};

export const suites: readonly Suite[] = [
  lawSuite,
  compileSuite,
  solverSuite,
  jointSuite,
  sceneSuite,
  experimentSuite,
  labSuite,
];
