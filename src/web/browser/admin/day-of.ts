/** The day of an ISO 8601 date and time. */
export function dayOf(date: string): string {
  return date.slice(0, 10);
}
