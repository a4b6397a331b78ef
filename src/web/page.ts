const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'a{color:#0b4f9e}pre{overflow-x:auto;padding:.75rem;background:#f2f2f2}code{font-size:.95em}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#161616}a{color:#8ec1ff}pre{background:#242424}}';

/** A whole HTML page around `main`, which is markup already. */
export function renderPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
