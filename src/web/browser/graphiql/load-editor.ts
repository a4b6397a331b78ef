import type { GraphiQL } from 'graphiql';
import type { createElement } from 'react';
import type { createRoot } from 'react-dom/client';
import { nextTask } from '../page/next-task.ts';

interface Editor {
  readonly GraphiQL: typeof GraphiQL;
  readonly createElement: typeof createElement;
  readonly createRoot: typeof createRoot;
}

/**
 * What GraphiQL and its editor stand on, the lowest first. The bundler makes a file of what each adds, and each is evaluated in a task of its
 * own: all of them in one would hold a slow machine for a second.
 */
const LAYERS: ReadonlyArray<() => Promise<unknown>> = [
  () => import('graphql'),
  () => import('@graphiql/react'),
  () => import('monaco-editor/esm/vs/platform/contextkey/common/contextkey.js'),
  () => import('monaco-editor/esm/vs/editor/common/model/textModel.js'),
  () => import('monaco-editor/esm/vs/editor/browser/view.js'),
  () => import('monaco-editor/esm/vs/editor/browser/widget/codeEditor/codeEditorWidget.js'),
  () => import('monaco-editor/esm/vs/editor/contrib/suggest/browser/suggestController.js'),
  () => import('monaco-editor/esm/vs/editor/contrib/hover/browser/hoverContribution.js'),
  () => import('monaco-editor/esm/vs/editor/standalone/browser/standaloneEditor.js'),
  () => import('monaco-editor/esm/vs/editor/editor.all.js'),
];

/** Resolves to what mounts GraphiQL. Its editor, which it asks for when it is mounted, is there then. */
export async function loadEditor(): Promise<Editor> {
  const react = import('react');
  const dom = import('react-dom/client');
  // All are on their way at once; what stands on others is evaluated after them.
  const layers = LAYERS.map((load) => load());
  const graphiql = import('graphiql');
  for (const layer of [react, dom, ...layers, graphiql]) await layer;
  await nextTask();
  await tryEditor();
  const [{ createElement }, { createRoot }, { GraphiQL }] = await Promise.all([react, dom, graphiql]);
  return { GraphiQL, createElement, createRoot };
}

/** Makes an editor that nobody sees, and ends it: what the first one needs is made apart from the four that GraphiQL makes in one task. */
async function tryEditor(): Promise<void> {
  const { editor } = await import('monaco-editor/esm/vs/editor/editor.api.js');
  await nextTask();
  // A plain text, which starts no worker of a language. It stays: where no text is left, Monaco ends the worker that it has just begun to load.
  const model = editor.createModel('');
  await nextTask();
  const made = editor.create(document.createElement('div'), { model });
  await nextTask();
  made.dispose();
  await nextTask();
}
