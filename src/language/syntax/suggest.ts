import { habitIntegrator, habitShape } from "./habit-names.ts";

/**
 * The number of single edits (insert, delete, replace, swap of neighbours) between two words, or `limit + 1` if more.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replace, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}

/** The known word that was most likely meant, if one is similar enough. */
export function suggestName(word: string, known: Iterable<string>): string | null {
  if (word.length > 80) return null;
  let best: string | null = null;
  let bestDistance = word.length <= 2 ? 1 : word.length <= 5 ? 2 : 3;
  bestDistance += 0.5;
  for (const candidate of known) {
    if (candidate === word) continue;
    let distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), 3);
    if (distance >= Math.max(word.length, candidate.length)) continue;
    if (word[0]?.toLowerCase() !== candidate[0]?.toLowerCase()) distance += 0.25;
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A note that offers the shape with this name elsewhere, or the likeliest name, or nothing. */
export function shapeMeant(word: string, known: Iterable<string>): string[] {
  const shape = habitShape(word);
  return shape === null ? didYouMean(word, known) : [`did you mean '${shape}'?`];
}

/** A note that offers the integrator by its name in other programs, or the likeliest name, or nothing. */
export function integratorMeant(word: string, known: Iterable<string>): string[] {
  const integrator = habitIntegrator(word);
  return integrator === null ? didYouMean(word, known) : [`did you mean '${integrator}'?`];
}

/** A note that offers the likeliest name, or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string[] {
  const name = suggestName(word, known);
  return name === null ? [] : [`did you mean '${name}'?`];
}
