// Any number against any.

export function PlotsPanel() {
  return <p class="quiet">Any number against any.</p>;
}
