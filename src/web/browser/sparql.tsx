// On the page of the SPARQL endpoint.
import { render } from 'preact';
import type { SparqlFacts } from '../parts/sparql-facts.ts';
import { keepFragment } from './page/keep-fragment.ts';
import { nextTask } from './page/next-task.ts';
import { SparqlApp } from './sparql/sparql-app.tsx';

async function mount(place: HTMLElement): Promise<void> {
  // To read the editor's modules and to draw it are two tasks, so that a slow machine answers between them.
  await nextTask();
  const facts = JSON.parse(place.dataset['facts']!) as SparqlFacts;
  const query = place.querySelector('textarea')!.value;
  const examples = document.querySelectorAll<HTMLAnchorElement>('a[data-query]');
  place.replaceChildren();
  render(<SparqlApp facts={facts} query={query} examples={examples} />, place);
}

const place = document.querySelector<HTMLElement>('[data-island="sparql"]');
keepFragment();
if (place !== null) void mount(place);
