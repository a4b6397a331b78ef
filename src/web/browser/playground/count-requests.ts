/** Tells how many requests the page has sent, from 0 now on. */
export function countRequests(tell: (count: number) => void): void {
  let count = 0;
  tell(count);
  new PerformanceObserver((list) => {
    // What the browser had already, as the icon that it reads again with each address, transfers nothing.
    const sent = (list.getEntries() as PerformanceResourceTiming[]).filter(({ transferSize }) => transferSize > 0);
    count += sent.length;
    tell(count);
  }).observe({ type: 'resource' });
}
