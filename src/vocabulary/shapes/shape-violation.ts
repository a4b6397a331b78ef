/** One way in which a vocabulary breaks a shape. */
export interface ShapeViolation {
  /** The shape's own words: the rule that is broken. */
  readonly message: string;
  /** IRI of what breaks it. */
  readonly focusNode: string;
  /** IRI of the property at fault; null when it is not a single property. */
  readonly path: string | null;
  /** The value at fault: an IRI or a literal's lexical form; null where a value is missing. */
  readonly value: string | null;
}

/** What vocabularies are checked with. */
export interface ShapeTexts {
  /** The hub's address without a slash at its end. */
  readonly baseUrl: string;
  /** Turtle of `schema/shapes.ttl`. */
  readonly shapes: string;
  /** Turtle of `schema/units.ttl`. */
  readonly units: string;
  /** Turtle of `schema/ontology.ttl`. */
  readonly ontology: string;
}
