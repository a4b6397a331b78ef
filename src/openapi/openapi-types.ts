/** JSON Schema 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** A part that stands under `components`. */
export interface Reference extends Schema {
  readonly $ref: string;
}

export type Headers = Readonly<Record<string, Schema>>;

interface Medium {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Schema;
}

export type Content = Readonly<Record<string, Medium>>;

export interface Answer {
  readonly description: string;
  readonly headers: Headers;
  readonly content?: Content;
}

interface RequestBody {
  readonly required: true;
  readonly description?: string;
  readonly content: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Schema[];
  /** Names of `components.securitySchemes`. */
  readonly security?: readonly Schema[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

/** A part of the interface: its paths, and the schemas that they are the first to use. */
export interface Section {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}
