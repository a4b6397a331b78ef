import { HubError } from '../errors.ts';
import type { PredicateTerm } from '../rdf/write/terms.ts';
import { excerpt, pointerToken, quote } from './json/text.ts';
import type { CompiledTemplate, KeyPlan, Mapping, Predicate, TemplateNode } from './semantic/mapping.ts';

/** A predicate of a mapping that RDF/XML cannot name, until somebody tells which key has it. */
export class UnnameablePredicate extends Error {
  private readonly predicate: Predicate;
  private readonly fault: string;

  /** @param fault why, as half a sentence */
  constructor(predicate: PredicateTerm, fault: string) {
    super(`RDF/XML can't write the predicate ${quote(predicate.iri)}: ${fault}.`);
    this.predicate = predicate as Predicate;
    this.fault = fault;
  }

  /** The error that names the key of the document which has the predicate, or whose template does. */
  of(mapping: Mapping): HubError {
    const { iri, section } = this.predicate;
    const key = this.predicate.key ?? ownerOf(this.predicate, mapping);
    const origin = section === null ? `of the key ${quote(key)}` : `that ${quote(key)} of "${section}" names`;
    return new HubError(
      'unnameable-predicate',
      `RDF/XML can't write the predicate ${quote(iri)} ${origin}: ${this.fault}. Choose another format, or rename the ${section === null ? 'key' : 'predicate'}.`,
      {
        key: excerpt(key),
        piece: excerpt(iri),
        ...(section === null ? {} : { pointer: `/@semantic/${section}${pointerToken(excerpt(key))}` }),
      },
    );
  }
}

/** The first key of the document whose template names a predicate, or the node, with its `?`, that it introduces. */
function ownerOf(predicate: Predicate, { plans, dataKeys }: Mapping): string {
  const open: Pick<KeyPlan | TemplateNode, 'name' | 'template'>[] = dataKeys.map((key) => plans.of(key));
  const nodes = new Set<TemplateNode>();
  for (const { name, template } of open) {
    if (names(template, predicate)) return name;
    for (const { objects } of template?.groups ?? []) {
      for (const object of objects) {
        if (object.kind !== 'node' || nodes.has(object.node)) continue;
        nodes.add(object.node);
        open.push(object.node);
      }
    }
  }
  throw new Error(`No template of the document names the predicate ${predicate.iri}.`);
}

function names(template: CompiledTemplate | null, predicate: Predicate): boolean {
  return template?.groups.some((group) => group.predicate === predicate) ?? false;
}
