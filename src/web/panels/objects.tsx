// The bodies and their numbers.

export function ObjectsPanel() {
  return <p class="quiet">The bodies and their numbers.</p>;
}
