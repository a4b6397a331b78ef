/** What the page of the schema reads of the result of GraphQL's introspection query. */
export interface Introspection {
  readonly __schema: {
    readonly queryType: { readonly name: string };
    readonly mutationType: { readonly name: string } | null;
    readonly subscriptionType?: { readonly name: string } | null;
    readonly types: readonly IntrospectedType[];
  };
}

type TypeKind = 'SCALAR' | 'OBJECT' | 'INTERFACE' | 'UNION' | 'ENUM' | 'INPUT_OBJECT';

export interface IntrospectedType {
  readonly kind: TypeKind;
  readonly name: string;
  readonly description: string | null;
  readonly fields: readonly IntrospectedField[] | null;
  readonly inputFields: readonly IntrospectedInput[] | null;
  readonly interfaces: readonly TypeReference[] | null;
  readonly possibleTypes: readonly TypeReference[] | null;
  readonly enumValues: readonly IntrospectedValue[] | null;
}

export interface IntrospectedField {
  readonly name: string;
  readonly description: string | null;
  readonly args: readonly IntrospectedInput[];
  readonly type: TypeReference;
  readonly isDeprecated: boolean;
  readonly deprecationReason: string | null;
}

export interface IntrospectedInput {
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeReference;
  readonly defaultValue: string | null;
}

interface IntrospectedValue {
  readonly name: string;
  readonly description: string | null;
}

/** A type, or a list of one, or one that is never null. */
export interface TypeReference {
  readonly kind: TypeKind | 'LIST' | 'NON_NULL';
  readonly name: string | null;
  readonly ofType: TypeReference | null;
}
