// Messages between page and worker about two runs side by side, and about how far one can be trusted.
import type { Audit } from "../../explain/audit/audit.ts";
import type { Estimate } from "../../explain/audit/estimate.ts";
import type { Difference, SideBySide } from "../../explain/audit/side-by-side.ts";

/** Values as text with all digits. */
export type DifferenceInfo = Omit<Difference, "a" | "b"> & { readonly a: string; readonly b: string };

export type ComparisonInfo = Omit<SideBySide, "first" | "differences"> & {
  readonly first: readonly Pick<DifferenceInfo, "path" | "a" | "b">[];
  readonly differences: readonly DifferenceInfo[];
};

export type AuditInfo = Omit<Audit, "estimates"> & {
  readonly estimates: readonly (Omit<Estimate, "value"> & { readonly value: string })[];
};

export type ComparisonQuestion =
  /** Compares the run that is asked, B, with a run of another text. */
  | {
      readonly kind: "compare";
      readonly text: string;
      readonly name: string;
      /** The simulation of the other text, if it has one of that name. */
      readonly simulation: string | null;
    }
  /** Audits a run; besides measures and positions, `paths` are estimated. */
  | { readonly kind: "audit"; readonly paths: readonly string[] };
