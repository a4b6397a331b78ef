/** Tells of requests that the page sends from now on, how many more there are. */
export function countRequests(tell: (more: number) => void): void {
  new PerformanceObserver((list) => {
    // What the browser had already, as the icon that it reads again with each address, transfers nothing.
    const sent = (list.getEntries() as PerformanceResourceTiming[]).filter(({ transferSize }) => transferSize > 0);
    tell(sent.length);
  }).observe({ type: 'resource' });
}
