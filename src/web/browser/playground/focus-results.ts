/** Puts the focus on the results: who pressed a button that goes away with its press goes on from there, and not from the top of the page. */
export function focusResults(): void {
  document.getElementById('playground-panel')?.focus({ preventScroll: true });
}
