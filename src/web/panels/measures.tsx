// The measures of the experiment at the time that is shown, and how far they have drifted.
import { frame } from "../state/clock.ts";
import { arrived, frames } from "../state/run.ts";

export function MeasuresPanel() {
  arrived.value;
  const all = frames.value;
  if (!all || all.count === 0) return <p class="quiet">Measures appear when an experiment runs.</p>;
  const { measures } = all.layout;
  if (measures.length === 0)
    return (
      <p class="quiet">
        This experiment states no measures. Add a block: measures {"{"} energy = total(…) {"}"}
      </p>
    );
  return (
    <table class="measures">
      <tbody>
        {measures.map((name, k) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{all.measure(frame.value, k).toPrecision(7)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
