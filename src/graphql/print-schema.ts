import { writeFile } from 'node:fs/promises';
import { printHubSchema } from './schema.ts';

// `npm run schema:print`: the committed schema is the contract, a test compares it with this one.
await writeFile(new URL('../../schema/schema.graphql', import.meta.url), printHubSchema());
