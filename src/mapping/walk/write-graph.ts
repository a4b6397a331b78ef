import { pointerToken } from '../json/text.ts';
import { GraphNode } from '../rdf-terms/graph-terms.ts';
import { warnOfDeprecatedTerms } from '../records/deprecated-terms.ts';
import { warnOfValuesOutOfRange } from '../records/values-out-of-range.ts';
import { MAPPING } from '../rows/origins.ts';
import { RecordWalk } from './record-walk.ts';
import { SubjectWalk } from './subject-walk.ts';
import type { WalkContext } from './walk-context.ts';

/**
 * Writes the graph of a document, from its root on (`mapping.md §2` to `§4`).
 *
 * @param describeRoot writes more statements of the root, behind the annotations
 * @throws HubError `too-many-triples`, `unnameable-predicate`
 */
export function writeGraph(context: WalkContext, describeRoot?: (context: WalkContext) => void): void {
  const { document, mapping, warnings, nodes } = context;
  warnOfDeprecatedTerms(document, mapping, warnings);
  const root = nodes.rootScope();
  const records = new RecordWalk(context);
  const describe = () => {
    writeAnnotations(context);
    describeRoot?.(context);
    records.describeMembers(root);
  };
  new SubjectWalk(context, records, root).write({ node: root.node, describe });
  warnOfValuesOutOfRange(document, mapping, warnings);
}

function writeAnnotations({ emitter, mapping, values }: WalkContext): void {
  for (const { predicate, objects } of mapping.annotations) {
    for (const object of objects) {
      if ('statement' in object) emitter.constant(object.statement, MAPPING);
      else if ('iri' in object) emitter.node(predicate, new GraphNode(-1, object.iri, false), MAPPING);
      else {
        const pointer = `/@semantic/@annotations${pointerToken(object.property)}`;
        const literal = values.annotationOf(object.property, object.text, object.datatype, pointer);
        emitter.literal(predicate, literal, MAPPING);
      }
    }
  }
}
