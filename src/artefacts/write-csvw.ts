import type { ResolvedKey, ResolvedObject } from '../mapping/templates/resolved-templates.ts';
import { DCAT_DATASET, RDF_TYPE, XSD, XSD_STRING } from '../rdf/namespaces.ts';
import type { ArtefactModel } from './artefact-model.ts';
import type { TermLevel, Written } from './artefact.ts';
import { headerOf } from './header.ts';
import { plainName, uniqueNames } from './safe-text.ts';
import { formsOf } from './schema-parts.ts';

const NOTES = [
  'Each row of the table is a document of its own, as the command line reads CSV. Every column is required: a virtual column is written for an empty cell, too.',
  'Nodes without a name are IRIs below /genid/ here. Texts of entities that are IRIs stay themselves in the hub, and are encoded here.',
];

type Column = Readonly<Record<string, unknown>>;

/** Metadata of CSV on the Web that makes the graph of tables of one document per row. */
export function writeCsvw(model: ArtefactModel): Written {
  const table = new TableWriter(model);
  const { columns, levels } = table.write();
  return {
    levels,
    notes: NOTES,
    write: (report) =>
      `${JSON.stringify(
        {
          '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
          url: 'document.csv',
          dialect: { header: true },
          'http://purl.org/dc/terms/description': JSON.stringify(headerOf(report)),
          tableSchema: { columns },
        },
        null,
        2,
      )}\n`,
  };
}

class TableWriter {
  readonly #model: ArtefactModel;
  readonly #names: ReadonlyMap<string, string>;
  readonly #keys: readonly ResolvedKey[];

  constructor(model: ArtefactModel) {
    this.#model = model;
    this.#keys = model.keys.filter((key) => refusalOf(model, key) === null);
    this.#names = uniqueNames(
      model.keys.map(({ name }) => name),
      // Names of variables have no dashes.
      (name) => plainName(name).replaceAll('-', '_'),
    );
  }

  write(): { columns: Column[]; levels: TermLevel[] } {
    const missing = new Map<string, string[]>(this.#keys.map(({ name }) => [name, []]));
    const root = this.#genid('record');
    const virtual: Column[] = [column(root, RDF_TYPE, { valueUrl: DCAT_DATASET })];
    /** By key: where its cell stands as a literal, which a table says once. */
    const cells = new Map<string, { aboutUrl: string; propertyUrl: string }>();
    // A key stands where its own template has it, and only then where another one cites it.
    for (const isOwn of [true, false]) {
      for (const key of this.#keys) {
        const self = this.#nodeOf(key);
        if (isOwn) {
          if (key.form === 'literal') cells.set(key.name, { aboutUrl: root, propertyUrl: key.predicate });
          else virtual.push(column(root, key.predicate, { valueUrl: self }));
        }
        for (const { subject, predicate, object } of key.rows) {
          const about = subject === null ? self : this.#nodeUrl(key, subject);
          if (object.kind !== 'value') {
            const url = isOwn ? this.#urlOf(key, object) : null;
            if (url !== null) virtual.push(column(about, predicate, { valueUrl: url }));
          } else if ((object.key === key.name) === isOwn && missing.has(object.key)) {
            const known = cells.get(object.key);
            if (known === undefined) cells.set(object.key, { aboutUrl: about, propertyUrl: predicate });
            else if (known.aboutUrl !== about || known.propertyUrl !== predicate)
              missing
                .get(key.name)!
                .push(`A table says a cell once: <${predicate}> with ${JSON.stringify(object.key)} is not written.`);
          }
        }
      }
    }
    const described = this.#keys.map((key): Column => {
      const cell = cells.get(key.name);
      return {
        name: this.#names.get(key.name)!,
        titles: key.name,
        required: true,
        datatype: (key.datatype ?? XSD_STRING).slice(XSD.length),
        ...(cell ?? { suppressOutput: true }),
      };
    });
    const levels = this.#model.keys.map((key): TermLevel => {
      const refusal = refusalOf(this.#model, key);
      if (refusal !== null) return { key: key.name, level: 'none', missing: [refusal] };
      const lines = missing.get(key.name)!;
      // Readers of tables write these anew.
      const isRewritten = key.datatype === `${XSD}dateTime` || key.datatype === `${XSD}date`;
      const whole = isRewritten ? 'value-equal' : 'same';
      return { key: key.name, level: lines.length === 0 ? whole : 'partial', missing: lines };
    });
    return { columns: [...described, ...virtual], levels };
  }

  #genid(part: string): string {
    return `${this.#model.templates.base}genid/{_row}/${part}`;
  }

  #nodeOf(key: ResolvedKey): string {
    const name = this.#names.get(key.name)!;
    return key.form === 'entity' ? `${key.entityBase}{${name}}` : this.#genid(`value/${name}`);
  }

  /** The nodes of an instant belong to it, all others to the row. */
  #nodeUrl(key: ResolvedKey, node: string): string {
    return this.#genid(
      `node/${key.isTime ? `${this.#names.get(key.name)!}/` : ''}${encodeURIComponent(node.slice(1))}`,
    );
  }

  /** Null for what no cell of the table is. */
  #urlOf(key: ResolvedKey, object: Exclude<ResolvedObject, { kind: 'value' }>): string | null {
    if (object.kind === 'constant') return object.iri;
    if (object.kind === 'node') return this.#nodeUrl(key, object.node);
    const cited =
      object.kind === 'entity'
        ? this.#keys.find(({ name }) => name === object.key)
        : this.#keys.find(({ isTime }) => isTime);
    return cited === undefined ? null : this.#nodeOf(cited);
  }
}

/** Why a key has no column; null for one that has. */
function refusalOf(model: ArtefactModel, { name, isTerm, datatype }: ResolvedKey): string | null {
  if (!isTerm) return 'It is no term of the vocabulary: its datatype is that of each value.';
  const forms = model.shape === null ? new Set(['scalar']) : formsOf(model, name);
  if (forms.size > 1 || !forms.has('scalar')) return 'A table has no arrays and records.';
  if (model.shape !== null && !model.shape.root.includes(name))
    return 'It stands within a record, and a table has none.';
  if (datatype?.startsWith(XSD) !== true) return 'CSV on the Web has no such datatype.';
  return null;
}

function column(aboutUrl: string, propertyUrl: string, value: Column): Column {
  return { virtual: true, aboutUrl, propertyUrl, ...value };
}
