/** A request of GraphQL, as a tab of GraphiQL begins with it. */
export interface GraphqlExample {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
}
