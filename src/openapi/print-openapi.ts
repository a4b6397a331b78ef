import { writeFile } from 'node:fs/promises';
import { printInterface } from './describe-interface.ts';

// `npm run openapi:print`: a hub serves the committed file, and a test compares it with what is made here.
await writeFile(new URL('../../schema/openapi.json', import.meta.url), printInterface());
