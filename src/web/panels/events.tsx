// What happens, in order.

export function EventsPanel() {
  return <p class="quiet">What happens, in order.</p>;
}
