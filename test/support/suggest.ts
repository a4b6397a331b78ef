/** Suggests a term with this name to a hub, as anybody may. */
export function suggestTerm({ url }: { readonly url: string }, name: string): Promise<Response> {
  return fetch(`${url}/api/suggest-parameter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      parameter: name,
      description: 'Temperature of the material in the kiln.',
      datatype: 'xsd:double',
      email: 'ada@example.org',
    }),
  });
}
