/** What `readHub` asks of GraphQL. */
export const TERMS_QUERY = `query Terms($after: String) {
  terms(first: 500, after: $after) {
    nodes { name deprecated replacedBy { name } range { smallest largest } }
    pageInfo { hasNextPage endCursor }
  }
}`;
