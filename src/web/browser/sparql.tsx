// On the page of the SPARQL endpoint.
import { render } from 'preact';
import type { SparqlFacts } from '../parts/sparql-facts.ts';
import { SparqlApp } from './sparql/sparql-app.tsx';

const place = document.querySelector<HTMLElement>('[data-island="sparql"]');
if (place !== null) {
  const facts = JSON.parse(place.dataset['facts']!) as SparqlFacts;
  const query = place.querySelector('textarea')!.value;
  const examples = document.querySelectorAll<HTMLAnchorElement>('a[data-query]');
  place.replaceChildren();
  render(<SparqlApp facts={facts} query={query} examples={examples} />, place);
}
