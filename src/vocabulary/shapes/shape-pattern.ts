const expressions = new Map<string, RegExp>();

/**
 * The expression that a pattern of the shapes is: those that they have mean the same in JavaScript as in XPath. A test checks that none
 * of `schema/shapes.ttl` takes more than linear time.
 */
export function shapePattern(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) expressions.set(pattern, (expression = new RegExp(pattern, 'gu')));
  return expression;
}

/** Whether a text has a match. */
export function matchesPattern(text: string, pattern: string): boolean {
  return text.search(shapePattern(pattern)) >= 0;
}
