/** GraphiQL's own names of the parts that its button needs. */
const EDITORS = ['.graphiql-query-editor', '.result-window'].map((part) => `${part} .monaco-editor`);

/** Resolves when GraphiQL has its editors. It draws its buttons before, which do nothing until then. */
export function untilEditors(place: Element): Promise<void> {
  const areThere = (): boolean => EDITORS.every((editor) => place.querySelector(editor) !== null);
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!areThere()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(place, { childList: true, subtree: true });
  });
}
