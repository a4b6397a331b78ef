import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { unitsFor } from '../../playground/units-for.ts';
import type { PlaygroundSession } from './session.ts';
import * as store from './store.ts';

/** The entry of the list that leads to a field. */
const OTHERS = ' others';

/** In which units the values of the document are given: those of its terms, of the SI, of another term of their quantity, or a list. */
export function UnitsChoice({ session }: { readonly session: PlaygroundSession }): VNode {
  const [isWriting, setWriting] = useState(false);
  const { units } = store.link.value;
  const names = unitsFor(
    (store.analysis.value?.keys ?? []).flatMap(({ term }) => (term === null ? [] : [term.name])),
    store.terms.value.map(([name]) => name),
  );
  const isListed = units === null || units === 'si' || names.includes(units);
  const choose = (chosen: string): void => {
    setWriting(chosen === OTHERS);
    if (chosen !== OTHERS) session.show({ units: chosen === '' ? null : chosen });
  };
  return (
    <>
      <label class="inline">
        Values in{' '}
        <select value={isWriting ? OTHERS : (units ?? '')} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">their own units</option>
          <option value="si">units of the SI</option>
          {names.map((name) => (
            <option value={name}>{name}</option>
          ))}
          {isListed ? null : <option value={units}>{units}</option>}
          <option value={OTHERS}>several units …</option>
        </select>
      </label>
      {isWriting ? <UnitsField units={units ?? ''} choose={choose} /> : null}
    </>
  );
}

/** A list of units, as the option `units` of the hub takes it. */
function UnitsField({ units, choose }: { readonly units: string; readonly choose: (units: string) => void }): VNode {
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        choose((new FormData(event.currentTarget).get('units') as string).trim());
      }}
    >
      <input
        name="units"
        class="units-field"
        aria-label="Units, with commas"
        placeholder="active_power=MW, K"
        defaultValue={units}
        autocomplete="off"
        spellcheck={false}
        ref={(field) => field?.focus()}
      />
      <button type="submit">Convert</button>
    </form>
  );
}
