// The next turn of a worker: after the messages that already wait, and before any timer.
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

export function nextTurn(then: () => void): void {
  waiting.push(then);
  channel.port2.postMessage(null);
}
