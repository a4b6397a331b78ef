import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type Router from '@koa/router';
import { HubError } from '../errors.ts';
import { Representation, sendRepresentation } from '../http/representation.ts';
import { createRouter } from '../http/routes.ts';
import { PACKAGE_FOLDER } from '../package-folder.ts';
import type { PageAssets } from './pages/page.tsx';

/** What the build of the front wrote (`src/web/build-assets.mjs`). */
const BUILT = new URL('dist/assets/', PACKAGE_FOLDER);
const YEAR_SECONDS = 31_536_000;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  ttf: 'font/ttf',
};

/**
 * Workers have a policy of their own. This one runs Oxigraph's WebAssembly, which no page does, and asks nobody but for its own files.
 */
const WASM_POLICY = "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'";

/** Scripts and styles of the pages, as the build made them. */
interface AssetList {
  /** The file of each entry: `site.js` is `site-3f2a.js`. */
  readonly entries: Readonly<Record<string, string>>;
  /** The text of each script that stands in pages. */
  readonly inline: Readonly<Record<string, string>>;
  /** All files by their names, each with what its bytes hash to. */
  readonly files: Readonly<Record<string, string>>;
}

/** The assets of this build; none where the front was not built, so that pages are plain. */
export class Assets implements PageAssets {
  readonly #list: AssetList;
  readonly #folder: URL;
  readonly #read = new Map<string, Promise<Representation>>();

  constructor(folder: URL = BUILT) {
    this.#folder = folder;
    this.#list = readList(folder);
  }

  fileOf(name: string): string | null {
    return this.#list.entries[name] ?? null;
  }

  inlineScript(name: string): string | null {
    return this.#list.inline[name] ?? null;
  }

  /** The scripts that stand in pages, as a policy names them: `'sha256-…'`. */
  inlineSources(): string[] {
    return Object.values(this.#list.inline).map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  }

  /** The content of a file, compressed at the build. @throws HubError `not-found` */
  read(file: string): Promise<Representation> {
    // Names that the build did not write never meet the file system.
    if (!Object.hasOwn(this.#list.files, file))
      throw new HubError('not-found', `There is no asset ${file.slice(0, 200)}.`);
    let read = this.#read.get(file);
    if (read === undefined) this.#read.set(file, (read = this.#readFile(file)));
    return read;
  }

  async #readFile(file: string): Promise<Representation> {
    const read = (end: string): Promise<Buffer> => readFile(new URL(file + end, this.#folder));
    const [bytes, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
    const extension = file.slice(file.lastIndexOf('.') + 1);
    return new Representation(CONTENT_TYPES[extension]!, bytes, this.#list.files[file]!, { br, gzip });
  }
}

function readList(folder: URL): AssetList {
  try {
    return JSON.parse(readFileSync(new URL('assets.json', folder), 'utf8')) as AssetList;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { entries: {}, inline: {}, files: {} };
    throw error;
  }
}

/** `GET /assets/{file}`: a name stands for one content for ever. */
export function createAssetRoutes(assets: Assets): Router {
  return createRouter().get('/assets/:file', async (ctx) => {
    const { file = '' } = ctx.params;
    if (file.startsWith('ask-worker-')) ctx.set('Content-Security-Policy', WASM_POLICY);
    await sendRepresentation(ctx, await assets.read(file), {
      lastModified: null,
      maxAgeSeconds: YEAR_SECONDS,
      isImmutable: true,
      links: [],
    });
  });
}
