import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Operator } from '../accounts/accounts.ts';
import { HubError } from '../errors.ts';
import type { OperatorCommand, OperatorCommands } from './command.ts';

/** The commands of `vocabulary-hub account …`, `admin …` and `keys …`. Each takes a JSON object with texts. */
export function createAccountCommands(operator: Operator): OperatorCommands {
  const { keys } = operator;
  const commands: Readonly<Record<string, (given: Given) => Promise<object>>> = {
    'account-list': () => operator.list(),
    'account-register': async (given) => {
      await operator.register({ email: given.text('email'), password: given.text('password') });
      return { isMailed: operator.hasMail };
    },
    'account-validate': (given) => operator.validate(given.text('email')),
    'account-disable': (given) => operator.disable(given.text('email')),
    'account-enable': (given) => operator.enable(given.text('email')),
    'account-delete': (given) => operator.delete(given.text('email')),
    'account-reset-password': (given) => operator.offerPasswordReset(given.text('email')),
    'admin-create': (given) =>
      operator.createAdministrator({ email: given.text('email'), password: given.optionalText('password') }),
    'admin-remove': (given) => operator.removeAdministrator(given.text('email')),
    'keys-list': () => keys.list(),
    'keys-rotate': (given) => keys.rotate({ atOnce: given.optionalText('atOnce') === 'true' }),
    'keys-revoke': async (given) => {
      const id = given.text('id');
      if (!(await keys.revoke(id))) throw new HubError('not-found', `There is no key ${JSON.stringify(id)}.`);
      return {};
    },
  };
  return new Map<string, OperatorCommand>(
    Object.entries(commands).map(([name, run]) => [name, async (input) => run(await readGiven(input))]),
  );
}

/** What a command was given. */
interface Given {
  /** @throws HubError `invalid-option` when it was not given */
  text(name: string): string;
  optionalText(name: string): string | null;
}

async function readGiven(input: Readable): Promise<Given> {
  const given = JSON.parse((await text(input)) || '{}') as Record<string, unknown>;
  const optionalText = (name: string): string | null => {
    const value = Object.hasOwn(given, name) ? given[name] : null;
    return typeof value === 'string' ? value : null;
  };
  return {
    optionalText,
    text(name) {
      const value = optionalText(name);
      if (value === null) throw new HubError('invalid-option', `The command needs ${name}.`, { key: name });
      return value;
    },
  };
}
