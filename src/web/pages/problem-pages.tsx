// One thing, though long: a table of what each error means, and the pages that show it.
import { FINDING_CODES, type CheckCode } from '../../check/finding-codes.ts';
import type { ErrorCode } from '../../errors.ts';
import type { WarningCode } from '../../mapping/records/warnings.ts';
import { statusOf, titleOf } from '../../problem.ts';
import { rootOf, type RenderPage } from './page.tsx';
import { Table } from '../parts/table.tsx';

/** What each code means, and what to do about it. */
const EXPLANATIONS: Readonly<Record<ErrorCode, readonly [meaning: string, remedy: string]>> = {
  'invalid-option': [
    'An option of the query has a value that it cannot have, or was given more than once.',
    'The error names the option and what it takes. Booleans are true or false; base is an absolute http(s) IRI that ends in / or #; format is ttl, nt, rdf or jsonld.',
  ],
  'malformed-json': [
    'The body is not JSON as RFC 8259 defines it.',
    'Look at the line and the column that the error names. A trailing comma, a comment, a single quote and NaN are no JSON.',
  ],
  'not-utf8': ['The body holds bytes that are not UTF-8.', 'Save or encode the document as UTF-8 and send it again.'],
  'not-an-object': [
    'The body is JSON, but not an object: a document is one object with keys.',
    'Put an array or a single value under a key of an object.',
  ],
  'too-deep': [
    'Objects and arrays of the document are nested deeper than 128 levels.',
    'Flatten the document; what is nested that deep is seldom a measurement.',
  ],
  'missing-semantic': [
    'The document has no @semantic object, or @semantic is not an object.',
    'Post the document to /api/semantic first, or straight to /api/json-to-rdf when every key is a vocabulary term.',
  ],
  'invalid-semantic': [
    'The @semantic object has a part that cannot be used: a prefix declared nowhere, a template that is no object, a predicate that is no prefixed name.',
    'The error names the key and the offending piece. Correct it, or let /api/semantic write the object anew.',
  ],
  'unnameable-predicate': [
    'RDF/XML writes predicates as XML names, and this IRI has no XML name at its end, or one that RDF/XML reserves.',
    'Choose another format (ttl, nt or jsonld), or rename the key or the predicate.',
  ],
  'not-all-terms': [
    'Some keys of the document are no vocabulary terms, so nothing was converted.',
    'Rename the keys that notTerms lists; or post the document to /api/semantic, fill in the empty entries of @context, and post the result to /api/rdf.',
  ],
  'unknown-unit': [
    'The hub knows no unit of this name, or nothing by which values of it are converted.',
    'Name the unit as terms spell it (kW, m3_per_h), by its IRI of QUDT, or by its code of UCUM or UN/ECE. The pages of units have these names; the case of letters counts.',
  ],
  'unit-families-differ': [
    'Values of the one unit cannot be values of the other: watts are no volt-amperes, euros no pounds, hertz no revolutions, and the peak power of modules is no power.',
    'The error names both families. Ask for a unit of the same family as that of the value.',
  ],
  'body-too-large': [
    'The body is larger than the endpoint takes; for a compressed body its content counts.',
    'Split the document. The error says the limit.',
  ],
  'too-many-triples': [
    'The document would become more than two million triples.',
    'Convert a sample of it with maxArrayItems, or split the document.',
  ],
  'malformed-rdf': [
    'The body is no RDF of the format that its Content-Type names.',
    'Mend the text at the line that the error names, or send it with the Content-Type of its format.',
  ],
  'not-restorable': [
    'The graph is none that the hub made of a document: it has no root, two members point to one node, or a value lacks what its template says.',
    'Send the graph whole and as it was made, with the block of the document or with its version of the vocabulary if it had one of its own.',
  ],
  'vocabulary-not-known': [
    'The graph says that it conforms to a version of the vocabulary that this hub does not keep.',
    'Restore it at the hub that made it, or with the vocabulary file of that version on the command line.',
  ],
  'digest-differs': [
    'The graph carries the digest of its document, and the document that was restored has another one: what came between has rewritten values, or left some out.',
    'Send the graph as it was made. If a store rewrote numbers such as 812.40 as 812.4, ask for the document by value.',
  ],
  'answer-too-large': [
    'The answer would have more bytes than the hub gives at once.',
    'Of a document, choose Turtle, which is the shortest, or convert a sample with maxArrayItems. Of a query, ask for parts with LIMIT and OFFSET.',
  ],
  'unsupported-media-type': [
    'The body came with a Content-Type that the endpoint does not take.',
    'Send documents as application/json, queries as application/sparql-query or application/x-www-form-urlencoded. curl -d says application/x-www-form-urlencoded unless it is told.',
  ],
  'unsupported-encoding': [
    'The body came with a Content-Encoding or a Transfer-Encoding that the hub does not read.',
    'Compress with Content-Encoding: gzip or br, or send the body as it is. Of transfer codings there is only chunked.',
  ],
  'malformed-encoding': [
    'The body cannot be decompressed: it is not what Content-Encoding says, or something follows its end.',
    'Compress the body as Content-Encoding says, or leave the header out. Some clients set the header and compress nothing.',
  ],
  'incomplete-body': ['The body, or what it decompresses to, ended before it was whole.', 'Send the request again.'],
  'invalid-suggestion': [
    'A suggestion lacks a field that it needs, or has one that cannot be: a name that breaks the naming rules, a datatype that is no prefixed name of a registered prefix, no e-mail address, too long a text, a file of a source that is none.',
    'The error names the field, of a name the rule, and of a file the lines. Correct it and send the suggestion again.',
  ],
  'term-exists': [
    'The vocabulary has a term of this name. Names are compared without case.',
    'Use the term; /vocabulary/ followed by its name describes it.',
  ],
  'already-suggested': [
    'Somebody suggested a term of this name, or this very change of a term, before, and it waits for an administrator. Names are compared without case.',
    'Nothing needs to be done.',
  ],
  'source-exists': [
    'There is a source of this name.',
    'Use it with ?source=; /api/sources lists all of them. To correct it, suggest a source of another name.',
  ],
  'source-suggested': [
    'Somebody suggested a source of this name before, and it waits for an administrator.',
    'Nothing needs to be done.',
  ],
  'not-saved': [
    'What was sent could not be saved: the triplestore or the vocabulary is unavailable, or as much waits as may.',
    'Send it again later. Nothing that was saved before is lost.',
  ],
  'suggestions-unavailable': [
    'The triplestore that holds the suggestions does not answer.',
    'Try again after as many seconds as Retry-After says.',
  ],
  'rate-limited': [
    'More document requests came from this client within a minute than are allowed, or its queries and suggestions cost more.',
    'Wait as many seconds as Retry-After says. RateLimit tells what is left.',
  ],
  'registry-unavailable': [
    'The vocabulary could not be read yet. Where it is the vocabulary that is asked for, the status is 500.',
    'Try again in a few seconds; of documents, after as many as Retry-After says.',
  ],
  'converter-busy': [
    'The hub is busy with other documents, or has no room for the answer.',
    'Try again after as many seconds as Retry-After says.',
  ],
  'conversion-timeout': [
    'A conversion, a comparison, or the making of a version or a dump took longer than allowed.',
    'Convert a sample with maxArrayItems, or split the document. Ask for a comparison, a version or a dump again when the hub has less to do.',
  ],
  'conversion-failed': [
    'The worker that had the document ended before it was done, for want of memory perhaps.',
    'Convert a sample with maxArrayItems, or split the document.',
  ],
  'invalid-field': [
    'A field of the body is missing, came more than once, or has a value that it cannot have.',
    'The error names the field and what is wrong with it.',
  ],
  'invalid-credentials': [
    'No account with this e-mail address and this password may sign in. Which of the two is wrong, or whether the address waits for its validation, is told to nobody.',
    'Check both. The mail that came after the registration has to be answered first; a forgotten password can be replaced.',
  ],
  'token-not-valid': [
    'The refresh token is none of this service, has expired, or its account was signed out everywhere.',
    'Sign in again with e-mail and password at /api/v1/token.',
  ],
  'invalid-link': [
    'The link was used already, is older than a day, or is not whole.',
    'Ask for a new one, and use the newest mail.',
  ],
  unauthenticated: [
    'This is for those who are signed in, and the request came without a valid access token.',
    'Get a token at POST /api/v1/token and send it as Authorization: Bearer <token>. Access tokens last an hour.',
  ],
  forbidden: [
    'The account that the token belongs to is not that of an administrator; or a page of another site asks for what people do with their own accounts.',
    'Sign in as an administrator, or ask whoever runs the hub for the role. Accounts have pages of their own at /account.',
  ],
  'too-many-attempts': [
    'There were too many attempts to sign in, to register or to get a mail, from this address or for this account.',
    'Wait as many seconds as Retry-After says. A new password, asked for by mail, opens the account at once.',
  ],
  'sign-in-busy': [
    'Passwords are slow to check on purpose, and more are waiting for it than the service takes.',
    'Try again after as many seconds as Retry-After says.',
  ],
  'accounts-unavailable': [
    'The store or the keys of the accounts cannot be read or written at this moment.',
    'Try again after as many seconds as Retry-After says.',
  ],
  'webhooks-unavailable': [
    'The store of the webhooks cannot be read or written at this moment.',
    'Try again after as many seconds as Retry-After says.',
  ],
  'too-many-streams': [
    'As many streams of events are open at this hub as it holds.',
    'Try again after as many seconds as Retry-After says, or read the feed at /versions.atom.',
  ],
  'malformed-query': [
    'The query is not SPARQL 1.1, or it breaks one of its rules, as naming a variable that GROUP BY leaves out.',
    'Look at the line and the column that the error names. A prefix has to be declared with PREFIX before it is used.',
  ],
  'query-not-allowed': [
    'The endpoint takes queries alone: no updates, and no SERVICE, which would have it ask others.',
    'Send SELECT, ASK, CONSTRUCT or DESCRIBE. What is to be asked elsewhere has to be asked there.',
  ],
  'query-too-complex': [
    'The query is longer, deeper nested or made of more patterns than a query may be, or needs more memory than one has; or it sorts by values that the engine has no order for.',
    'The error says which it was. Ask in several queries, begin with the patterns that few things fit, and leave out what multiplies rows.',
  ],
  'query-timeout': [
    'The query took longer than one query may take, and was ended.',
    'Ask for less: name what you know instead of using a variable, and avoid patterns that share no variable with others.',
  ],
  'sparql-busy': [
    'As many queries are running and waiting as the hub takes.',
    'Try again after as many seconds as Retry-After says.',
  ],
  'not-found': ['There is nothing at this address.', 'Search for it, or go on from the first page.'],
  'method-not-allowed': [
    'The address exists but does not take this method.',
    'Use one of the methods that Allow names.',
  ],
  'malformed-request': [
    'What came is not a request that HTTP/1.1 knows.',
    'Check the client, and any proxy in between.',
  ],
  'request-timeout': [
    'The request came so slowly that the hub stopped waiting for it.',
    'Send it again over a faster line, or compress the body with gzip.',
  ],
  'path-too-long': [
    'The path of the address, which is what stands before the ?, is longer than 8 KB.',
    'No address of the hub is so long. Put what you ask for into the query or the body.',
  ],
  'sparql-unavailable': [
    'The vocabulary is larger than the SPARQL engine in the process of the hub can hold, and no SPARQL server answers in its place.',
    'Those who run the hub can name a SPARQL server with HUB_STORE_QUERY_URL and the settings after it. The vocabulary can be read by REST and GraphQL, and whole at /api/vocabulary.',
  ],
  'precondition-failed': [
    'The request wants what was read before, by If-Match or If-Unmodified-Since, and what is here by now is something else, or comes in another coding.',
    'Send the request without these headers, and begin anew with what comes.',
  ],
  'range-not-satisfiable': [
    'The range of bytes that the request asks for begins behind the end of the answer.',
    'Ask for the size first, with HEAD, or send If-Range with the ETag: then the whole comes when it is another one by now.',
  ],
  'head-too-large': [
    'The request line and the headers are larger than 64 KB together, or one header that the hub reads is longer than 1 KB (Authorization: 8 KB).',
    'Ask for fewer things at once, and send fewer cookies.',
  ],
  internal: [
    'The hub made a mistake.',
    'Try again. If it happens again, tell whoever runs the hub the reference that the error names.',
  ],
};

/** The page that the `type` of an error leads to. */
export function renderProblemPage(render: RenderPage, root: string, code: ErrorCode): string {
  const [meaning, remedy] = EXPLANATIONS[code];
  return render(
    { title: `${titleOf(code)} (${code})`, root, above: [[`${root}problems/`, 'Errors and findings']] },
    <>
      <h1>{titleOf(code)}</h1>
      <p>
        Error <code>{code}</code>, usually answered with status {statusOf(code)}.
      </p>
      <h2>What it means</h2>
      <p>{meaning}</p>
      <h2>What to do</h2>
      <p>{remedy}</p>
    </>,
  );
}

/** The page of what is found in a document that is no error of the hub. */
export function renderFindingPage(render: RenderPage, root: string, code: WarningCode | CheckCode): string {
  const { level, title, meaning, remedy } = FINDING_CODES[code];
  return render(
    { title: `${title} (${code})`, root, above: [[`${root}problems/`, 'Errors and findings']] },
    <>
      <h1>{title}</h1>
      <p>
        Finding <code>{code}</code>, of the level {level}.
      </p>
      <h2>What it means</h2>
      <p>{meaning}</p>
      <h2>What to do</h2>
      <p>{remedy}</p>
    </>,
  );
}

/** The list of all errors, and of what else is found in documents. */
export function renderProblemList(
  render: RenderPage,
  root: string,
  codes: readonly ErrorCode[],
  found: readonly (WarningCode | CheckCode)[],
): string {
  return render(
    { title: 'Errors and findings', root, above: [] },
    <>
      <h1>Errors and findings</h1>
      <h2>Errors</h2>
      <p>
        Every error that the hub answers, by its code. Problem documents name the address of their error as{' '}
        <code>type</code>.
      </p>
      <Table label="Errors" heads={['Code', 'Status', 'What it says']} look="stacked codes">
        {codes.map((code) => (
          <tr>
            <td>
              <a href={`${root}problems/${code}`}>
                <code>{code}</code>
              </a>
            </td>
            <td data-head="Status">{statusOf(code)}</td>
            <td>{titleOf(code)}</td>
          </tr>
        ))}
      </Table>
      <h2>Findings</h2>
      <p>What a conversion warns of, and what else a check of a document finds.</p>
      <Table label="Findings" heads={['Code', 'Level', 'What it says']} look="stacked codes">
        {found.map((code) => (
          <tr>
            <td>
              <a href={`${root}problems/${code}`}>
                <code>{code}</code>
              </a>
            </td>
            <td data-head="Level">{FINDING_CODES[code].level}</td>
            <td>{FINDING_CODES[code].title}</td>
          </tr>
        ))}
      </Table>
    </>,
  );
}

/** Makes the page that a person sees where something went wrong. @param hasSearch whether there is a vocabulary to search */
export function createProblemPages(
  render: RenderPage,
  hasSearch: boolean,
): (problem: { readonly code: ErrorCode; readonly message: string }, path: string) => string {
  return ({ code, message }, path) => {
    const root = rootOf(path);
    const words = hasSearch && code === 'not-found' ? wordsOf(path) : '';
    return render(
      { title: titleOf(code), root, above: [] },
      <>
        <h1>{titleOf(code)}</h1>
        <p class="alert bad">{message}</p>
        <p>{EXPLANATIONS[code][1]}</p>
        <ul>
          {words === '' ? null : (
            <li>
              <a href={`${root}vocabulary/?${new URLSearchParams({ q: words }).toString()}`}>
                Search the vocabulary for “{words}”
              </a>
            </li>
          )}
          <li>
            <a href={root}>The first page</a>
          </li>
          <li>
            <a href={`${root}problems/${code}`}>
              About the error <code>{code}</code>
            </a>
          </li>
        </ul>
      </>,
    );
  };
}

/** What somebody looked for at an address of the vocabulary: its last part, in words. */
function wordsOf(path: string): string {
  if (!path.includes('/vocabulary/')) return '';
  const part = path.split('/').findLast((each) => each !== '')!;
  try {
    return decodeURIComponent(part)
      .replaceAll(/[_\s-]+/g, ' ')
      .trim()
      .slice(0, 100);
  } catch {
    // It is no text.
    return '';
  }
}
