// What a bundle holds of packages of others, whose licences ask that their text comes with it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import licences from 'spdx-license-list/full.js';

/** Up to the folder of the package that holds a module, also of one that another package brings. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/** Notes of what packages the modules of bundles are. */
export class Licences {
  #folders = new Set();

  /** For rolldown and Vite, whose workers are bundles of their own. */
  plugin() {
    return {
      name: 'licences',
      generateBundle: (_options, bundle) => {
        for (const { moduleIds = [] } of Object.values(bundle))
          for (const id of moduleIds) {
            const folder = PACKAGE.exec(id)?.[0];
            if (folder !== undefined) this.#folders.add(folder);
          }
      },
    };
  }

  /** Writes the names, versions and licences of the packages. */
  write(path) {
    const texts = new Map();
    for (const folder of this.#folders) {
      const { name, version, license, author, repository } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      const files = readdirSync(folder, { withFileTypes: true }).filter(
        (file) => file.isFile() && LICENCE.test(file.name),
      );
      const words = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim());
      if (words.length === 0) {
        const sources = [author?.name ?? author, repository?.url ?? repository].filter(Boolean).join(', ');
        words.push(`The package brings no text of its licence. It is from ${sources}.`, ...textsOf(license));
      }
      texts.set(`${name} ${version}`, [`${name} ${version} (${license})`, ...words].join('\n\n'));
    }
    const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${sorted.join(`\n\n${'='.repeat(80)}\n\n`)}\n`);
  }
}

/** The texts of an SPDX expression, such as `MIT OR Apache-2.0`. */
function textsOf(expression) {
  return expression
    .split(/\s+(?:OR|AND)\s+|[()]/)
    .filter(Boolean)
    .map((id) => {
      if (licences[id] === undefined) throw new Error(`there is no text of the licence ${id}`);
      return licences[id].licenseText.trim();
    });
}
