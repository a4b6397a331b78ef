import type { VNode } from 'preact';
import { unitsFor } from '../../playground/units-for.ts';
import type { PlaygroundSession } from './session.ts';
import * as store from './store.ts';

/** The entry of the list that leads to a field. */
const OTHERS = ' others';

interface UnitsChoiceProps {
  readonly session: PlaygroundSession;
  /** A list of units is being written. */
  readonly isWriting: boolean;
  readonly setWriting: (isWriting: boolean) => void;
}

/** In which units the values of the document are given: those of its terms, of the SI, of another term of their quantity, or a list. */
export function UnitsChoice({ session, isWriting, setWriting }: UnitsChoiceProps): VNode {
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
    <label class="choice">
      Values in
      <select value={isWriting ? OTHERS : (units ?? '')} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">own units</option>
        <option value="si">SI units</option>
        {names.map((name) => (
          <option value={name}>{name}</option>
        ))}
        {isListed ? null : <option value={units}>{units}</option>}
        <option value={OTHERS}>several units …</option>
      </select>
    </label>
  );
}

interface UnitsFieldProps {
  readonly session: PlaygroundSession;
  readonly onDone: () => void;
}

/** A list of units, as the option `units` of the hub takes it. */
export function UnitsField({ session, onDone }: UnitsFieldProps): VNode {
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        const units = (new FormData(event.currentTarget).get('units') as string).trim();
        session.show({ units: units === '' || units === 'term' ? null : units });
        onDone();
      }}
    >
      <input
        name="units"
        class="units-field"
        aria-label="Units, with commas"
        placeholder="active_power=MW, K"
        defaultValue={store.link.value.units ?? ''}
        autocomplete="off"
        spellcheck={false}
        ref={(field) => field?.focus()}
      />
      <button type="submit">Convert</button>
    </form>
  );
}
