import { render, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { keepScheme, readScheme, SCHEMES, showScheme, type Scheme } from './scheme.ts';

/** Puts the choice of colours into the header. */
export function mountSchemeChoice(place: Element): void {
  render(<SchemeChoice />, place);
}

const NAMES: Readonly<Record<Scheme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

function SchemeChoice(): VNode {
  const [chosen, setChosen] = useState<Scheme>(readScheme);
  const choose = (scheme: Scheme): void => {
    keepScheme(scheme);
    showScheme(scheme);
    setChosen(scheme);
  };
  return (
    <label>
      <span class="visually-hidden">Colours</span>
      <span aria-hidden="true">◐</span>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value as Scheme)}>
        {SCHEMES.map((scheme) => (
          <option value={scheme}>{NAMES[scheme]}</option>
        ))}
      </select>
    </label>
  );
}
