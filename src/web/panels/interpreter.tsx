// Ask for any value.

export function InterpreterPanel() {
  return <p class="quiet">Ask for any value.</p>;
}
