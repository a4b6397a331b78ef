import type { DatatypeTable } from '../rdf-terms/datatypes.ts';
import { MomentReader } from '../rdf-terms/date-time.ts';
import { FITS } from '../rdf-terms/verdict.ts';
import { pointerToken, quote } from '../json/text.ts';
import { replaceLoneSurrogates } from '../../rdf/characters.ts';
import { isWebIri } from '../../rdf/iri.ts';
import { encodeText } from '../../rdf/utf8.ts';
import { DATE_PROPERTIES, DCAT_DATASET, RDF_TYPE, XSD } from '../../rdf/namespaces.ts';
import type { NameExpander } from './expand.ts';
import type { Annotation, AnnotationObject } from './mapping.ts';
import type { PredicateTable } from './predicates.ts';

/**
 * What `@annotations` says of the root, each predicate once; nothing when it has no entries (`mapping.md §2`).
 *
 * @param annotations the entries, as prefixed name and value
 * @throws HubError `invalid-semantic`
 */
export function compileAnnotations(
  annotations: readonly (readonly [string, string])[],
  names: NameExpander,
  predicates: PredicateTable,
  datatypes: DatatypeTable,
): readonly Annotation[] {
  if (annotations.length === 0) return [];
  const groups = new Map<string, { property: string; objects: Map<string, AnnotationObject> }>();
  groups.set(RDF_TYPE, { property: 'rdf:type', objects: new Map([[`<${DCAT_DATASET}`, { iri: DCAT_DATASET }]]) });
  for (const [property, text] of annotations) {
    const iri = names.expandName(property, property, () => ({
      what: `The annotation ${quote(property)}`,
      pointer: `/@semantic/@annotations${pointerToken(property)}`,
    }));
    let group = groups.get(iri);
    if (group === undefined) groups.set(iri, (group = { property, objects: new Map() }));
    if (isWebIri(text)) group.objects.set(`<${text}`, { iri: text });
    else {
      const { lexical, datatype } = readAnnotation(iri, text);
      const key = `"${replaceLoneSurrogates(lexical)}^^${datatype}`;
      group.objects.set(key, { text: lexical, datatype: datatypes.get(datatype), property });
    }
  }
  return Array.from(groups, ([iri, { property, objects }]) => {
    // `rdf:type` has its short form if the dataset's own type is the only object.
    const isType = iri === RDF_TYPE && objects.size === 1;
    const predicate = predicates.add(iri, property, '@annotations', isType);
    const statement = predicates.statementOf(predicate, DCAT_DATASET);
    return { predicate, objects: isType ? [{ statement }] : [...objects.values()] };
  });
}

/** `mapping.md §2`: a date or a date and time where the property takes one and the lexical form fits as it is. */
function readAnnotation(property: string, text: string): { lexical: string; datatype: string } {
  if (DATE_PROPERTIES.has(property)) {
    const bytes = encodeText(text);
    if (new MomentReader(true, false).read(bytes, 0, bytes.length) === FITS)
      return { lexical: text, datatype: `${XSD}date` };
    if (new MomentReader(true, true).read(bytes, 0, bytes.length) === FITS)
      return { lexical: text, datatype: `${XSD}dateTime` };
  }
  return { lexical: text, datatype: `${XSD}string` };
}
