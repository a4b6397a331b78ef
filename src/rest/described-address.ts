/** The address that `schema/openapi.json` is written for. */
export const DESCRIBED_ADDRESS = 'http://localhost:4000';

/** The description of the interface, parsed, with another address. In patterns the characters of the address are escaped. */
export function describeFor(baseUrl: string, text: string): unknown {
  const inPattern = baseUrl.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return JSON.parse(text, (name, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(DESCRIBED_ADDRESS, () => (name === 'pattern' ? inPattern : baseUrl))
      : value,
  );
}
