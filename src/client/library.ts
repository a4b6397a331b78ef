// The public entry, `vocabulary-hub/client`: other people's code relies on what is exported here. docs/client.md describes it.

export { CLIENT_ERROR_CODES, ClientError, type ClientErrorCode } from './client-error.ts';
export {
  ENVIRONMENTS,
  environmentCredentials,
  type Credentials,
  type CredentialsRequest,
  type CredentialsSource,
  type Environment,
} from './credentials.ts';
export type { HubBody } from './hub-answer.ts';
export { HubClient } from './hub-client.ts';
export { HubProblem, type HubProblemDetails } from './hub-problem.ts';
export type { HubClientOptions } from './hub-requests.ts';
export type {
  Artefact,
  ArtefactKind,
  ArtefactOptions,
  ArtefactReport,
  Category,
  ConvertedDocument,
  ConvertedValue,
  ConvertOptions,
  ConvertTermsOptions,
  EmbeddedDocument,
  EmbedOptions,
  EmbedReport,
  HubDocument,
  Prefix,
  RdfAnswer,
  RdfFormat,
  ReportedDocument,
  RestoredDocuments,
  RestoreOptions,
  ValidateOptions,
  DocumentCheck,
  Finding,
  FindingLevel,
  FindingPlace,
  SemanticsRow,
  Source,
  SourceOptions,
  SuggestedSource,
  Suggestion,
  SuggestionAnswer,
  Term,
  UnitName,
  UnitOptions,
  VocabularyOptions,
} from './hub-types.ts';
export type { Patience } from './patience.ts';
export { PlatformClient, type CallOptions, type PlatformClientOptions, type SignedIn } from './platform-client.ts';
export type { Tokens, TokenStore } from './tokens.ts';
