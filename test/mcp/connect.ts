import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** What a call of a tool came to. */
export interface Called {
  readonly isError: boolean;
  readonly found: Record<string, unknown>;
  /** What an error says; empty of a result. */
  readonly problem: Record<string, unknown>;
  readonly links: readonly string[];
}

/**
 * The official client, connected to a hub. It checks each result against the schema that the tool promises.
 *
 * @param mode `legacy` has the handshake of 2025
 */
export async function connect(url: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  // It knows the schemas of the tools that it has seen.
  await client.listTools();
  return client;
}

/** Calls a tool. */
export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: args });
  const [text] = content.flatMap((each) => (each.type === 'text' ? [each.text] : []));
  return {
    isError,
    found: (structuredContent ?? {}) as Record<string, unknown>,
    problem: isError && text!.startsWith('{') ? (JSON.parse(text!) as Record<string, unknown>) : { error: text },
    links: content.flatMap((each) => (each.type === 'resource_link' ? [each.uri] : [])),
  };
}
