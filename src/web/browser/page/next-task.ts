/** Resolves when the browser has had a moment for what else is waiting, such as what somebody types. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
