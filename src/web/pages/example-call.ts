/** A line for a shell that turns a small document into Turtle. */
export function exampleCall(baseUrl: string): string {
  return `curl -H 'Content-Type: application/json' -d '{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":12.5}' ${baseUrl}/api/json-to-rdf`;
}
