import type { McpServer, Variables } from '@modelcontextprotocol/server';
import { requestArtefact } from '../artefacts/request-artefact.ts';
import { HubError } from '../errors.ts';
import { logFailure, toProblemAnswer } from '../problem.ts';
import { factsOfTerm } from '../vocabulary/describe/term-facts.ts';
import { findTerm } from '../vocabulary/terms.ts';
import type { AgentCaller, CallerOf, Protocol, ServerOptions } from './server-options.ts';
import { describeTerm } from './tools/describe-term.ts';
import { nextStepAfter } from './tools/next-step.ts';

type Classes = Pick<Protocol, 'ResourceTemplate' | 'ProtocolError' | 'ProtocolErrorCode'>;

/** Versions that are listed; the interface for versions has all. */
const MAX_VERSIONS = 100;

const JSON_TYPE = 'application/json';

/** Adds what agents may read besides calling tools: terms, shapes of terms, and the versions of the vocabulary. */
export function addResources(server: McpServer, protocol: Classes, options: ServerOptions, callerOf: CallerOf): void {
  const { basis } = options;
  const { ResourceTemplate } = protocol;
  /** All names that begin so: the package sends a hundred of them, and says how many there are. */
  const complete = (value: string): string[] =>
    [...basis.vocabulary().terms.keys()].filter((name) => name.startsWith(value));
  /** Answers a read with its text, or with an error that tells the next step. */
  const read = async (uri: URL, mimeType: string, signal: AbortSignal, make: (caller: AgentCaller) => unknown) => {
    const caller = callerOf(signal);
    try {
      const made = await make(caller);
      const text = typeof made === 'string' ? made : JSON.stringify(made);
      return { contents: [{ uri: uri.href, mimeType, text }] };
    } catch (error) {
      throw errorOf(error, caller, options, protocol);
    }
  };

  server.registerResource(
    'term',
    new ResourceTemplate('vocab://term/{name}', { list: undefined, complete: { name: complete } }),
    { title: 'A term', description: 'All that the vocabulary says of a term, by its name.', mimeType: JSON_TYPE },
    (uri, variables, { mcpReq }) =>
      read(uri, JSON_TYPE, mcpReq.signal, async ({ caller }) => {
        const current = basis.vocabulary();
        const name = nameIn(variables);
        const term = findTerm(current, name);
        if (term === null)
          throw new HubError('not-found', `The vocabulary has no term ${JSON.stringify(name.slice(0, 100))}.`);
        return { ...(await describeTerm(current, term, caller)), vocabulary: versionOf(current) };
      }),
  );
  server.registerResource(
    'shapes',
    new ResourceTemplate('vocab://shapes/{name}', { list: undefined, complete: { name: complete } }),
    {
      title: 'Shapes of a term',
      description: 'The SHACL shapes that the graph of a value of a term fits, by the name of the term.',
      mimeType: 'text/turtle',
    },
    (uri, variables, { mcpReq }) =>
      read(uri, 'text/turtle', mcpReq.signal, () => {
        const current = basis.vocabulary();
        const request = { kind: 'shacl', of: [nameIn(variables)], base: null, align: true, lenient: false } as const;
        return requestArtefact(request, current.lexicon, (name) => factsOfTerm(current, name)).text;
      }),
  );
  server.registerResource(
    'versions',
    'vocab://versions',
    {
      title: 'Versions',
      description: 'The version of the vocabulary in use, and those before it that can be read and compared.',
      mimeType: JSON_TYPE,
    },
    (uri, { mcpReq }) =>
      read(uri, JSON_TYPE, mcpReq.signal, () => {
        const versions = basis.versions?.list().slice(0, MAX_VERSIONS) ?? [];
        return {
          vocabulary: versionOf(basis.vocabulary()),
          versions: versions.map(({ version, iri, since, isCurrent }) => ({ version, iri, since, isCurrent })),
        };
      }),
  );
}

function versionOf({ version, versionIri }: { readonly version: string; readonly versionIri: string }): object {
  return { version, iri: versionIri };
}

/** The name in an address, in which slashes and spaces are escaped. @throws HubError `invalid-option` */
function nameIn({ name }: Variables): string {
  try {
    return decodeURIComponent(String(name));
  } catch (cause) {
    throw new HubError('invalid-option', 'The name in the address is escaped wrongly.', { key: 'name' }, cause);
  }
}

/** An error of the protocol with the sentences of the problem and the next step; of a mistake of the hub no more than its reference. */
function errorOf(error: unknown, { requestId }: AgentCaller, options: ServerOptions, protocol: Classes): Error {
  const { ProtocolError, ProtocolErrorCode } = protocol;
  const isExpected = error instanceof HubError && error.code !== 'internal';
  logFailure(options.log, error, requestId);
  const { baseUrl } = options.basis;
  const { code, message, status } = toProblemAnswer(error, { baseUrl, requestId, asProblemJson: true });
  if (!isExpected) return new ProtocolError(ProtocolErrorCode.InternalError, message);
  return new ProtocolError(
    status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    [message, error.details.hint, nextStepAfter(code)].filter((each) => each !== undefined).join(' '),
    {
      code,
    },
  );
}
