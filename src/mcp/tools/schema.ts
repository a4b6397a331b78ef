import { z } from 'zod';

/** Faults of arguments that are told one by one. */
const MAX_FAULTS = 5;
const MAX_FAULT_CHARACTERS = 300;
const CORRECT_CALL = 'Correct the arguments as the inputSchema of the tool says, then call it again.';

/** What the protocol asks of a schema (Standard Schema, with JSON Schema). */
interface ProtocolSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly jsonSchema: Readonly<Record<'input' | 'output', () => Record<string, unknown>>>;
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Record<string, unknown> }
      | { readonly issues: ReadonlyArray<{ readonly message: string; readonly path: readonly PropertyKey[] }> };
  };
}

/**
 * A schema as the protocol's package takes it, whose JSON Schema is made once and whose faults have a bound: of a wrong list each item is a
 * fault, and the package writes all of them into one message.
 *
 * @param nextStep what whoever sent something else is told to do
 */
export function protocolSchema(schema: z.ZodObject, nextStep = CORRECT_CALL): ProtocolSchema {
  const made: { input?: Record<string, unknown>; output?: Record<string, unknown> } = {};
  // What has a default may be left out of arguments, and is never missing behind them.
  const describe = (io: 'input' | 'output') => (): Record<string, unknown> =>
    (made[io] ??= { ...z.toJSONSchema(schema, { target: 'draft-2020-12', io }) });
  return {
    '~standard': {
      version: 1,
      vendor: 'vocabulary-hub',
      jsonSchema: { input: describe('input'), output: describe('output') },
      validate(value: unknown) {
        const parsed = schema.safeParse(value);
        if (parsed.success) return { value: parsed.data };
        const faults = parsed.error.issues.slice(0, MAX_FAULTS).map(({ message, path }) => ({
          message: message.slice(0, MAX_FAULT_CHARACTERS),
          path,
        }));
        return { issues: [...faults, { message: nextStep, path: [] }] };
      },
    },
  };
}
