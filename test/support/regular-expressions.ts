import { readdir, readFile } from 'node:fs/promises';
import { parseSync, visitorKeys } from 'oxc-parser';

/** A regular expression as a program has it. */
export interface WrittenExpression {
  /** File and line. */
  readonly place: string;
  /** Null for one that is put together in a way that cannot be followed. */
  readonly source: string | null;
  readonly flags: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/** Every regular expression of the TypeScript files below a folder: literals, and those that are made of constants of their file. */
export async function listRegularExpressions(folder: URL): Promise<WrittenExpression[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const found = await Promise.all(
    files.map(async (name) => expressionsOf(name, await readFile(new URL(name, folder), 'utf8'))),
  );
  return found.flat();
}

/** Those of one file. @throws Error when it is no TypeScript */
export function expressionsOf(name: string, text: string): WrittenExpression[] {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  const nodes = [...nodesOf(program as unknown as Node)];
  const constants = new Map<string, Node>();
  for (const node of nodes) {
    const { id, init } = node as { id?: { name?: string }; init?: Node | null };
    if (node.type === 'VariableDeclarator' && id?.name !== undefined && init != null) constants.set(id.name, init);
  }
  return nodes.flatMap((node) => {
    const place = `${name}:${text.slice(0, node.start).split('\n').length}`;
    const {
      regex,
      callee,
      arguments: given,
    } = node as {
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
      arguments?: Node[];
    };
    if (regex !== undefined) return [{ place, source: regex.pattern, flags: regex.flags }];
    if (!['NewExpression', 'CallExpression'].includes(node.type) || callee?.name !== 'RegExp') return [];
    const [source, flags] = [given?.[0], given?.[1]].map((one) => textOf(one, constants));
    return [{ place, source: source ?? null, flags: flags ?? '' }];
  });
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const key of visitorKeys[node.type] ?? []) {
    const inner = node[key];
    for (const child of Array.isArray(inner) ? inner : [inner])
      if (typeof (child as Node | null)?.type === 'string') yield* nodesOf(child as Node);
  }
}

/** The text that an expression of the program stands for; null when that is not written in its file. */
function textOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): string | null {
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : null;
    case 'Identifier':
      return textOf(constants.get(node['name'] as string), constants);
    case 'BinaryExpression':
      return joined([node['left'] as Node, node['right'] as Node], constants);
    case 'TaggedTemplateExpression': {
      const { quasi, tag } = node as unknown as {
        quasi: Node;
        tag: { object?: { name: string }; property?: { name: string } };
      };
      const isRaw = tag.object?.name === 'String' && tag.property?.name === 'raw';
      return isRaw ? templateText(quasi, constants, 'raw') : null;
    }
    case 'TemplateLiteral':
      return templateText(node, constants, 'cooked');
    default:
      return null;
  }
}

function templateText(node: Node, constants: ReadonlyMap<string, Node>, form: 'raw' | 'cooked'): string | null {
  const { quasis, expressions } = node as unknown as {
    quasis: ReadonlyArray<{ value: { raw: string; cooked: string } }>;
    expressions: readonly Node[];
  };
  const texts = quasis.map(({ value }, at) => {
    const behind = at < expressions.length ? textOf(expressions[at], constants) : '';
    return behind === null ? null : value[form] + behind;
  });
  return texts.includes(null) ? null : texts.join('');
}

function joined(nodes: readonly Node[], constants: ReadonlyMap<string, Node>): string | null {
  const texts = nodes.map((node) => textOf(node, constants));
  return texts.includes(null) ? null : texts.join('');
}
