import { escapeHtml } from '../http/escape-html.ts';
const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'a{color:#0b4f9e}pre{overflow-x:auto;padding:.75rem;background:#f2f2f2}code{font-size:.95em}' +
  'h1,h2,h3,p,li,dt,dd{overflow-wrap:anywhere}td code{white-space:nowrap}h1 code{font-size:.6em;font-weight:normal;display:block}' +
  'nav ol{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap}nav li+li::before{content:"/";margin:0 .4rem}' +
  'dl{display:grid;grid-template-columns:minmax(6rem,10rem) 1fr;gap:.25rem 1rem}dt{font-weight:600}dd{margin:0}' +
  'dd ul{margin:0;padding:0;list-style:none}.note{color:#595959}.scroll{overflow-x:auto}' +
  'table{border-collapse:collapse;width:100%}caption{text-align:left;padding-bottom:.5rem}' +
  'th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #c8c8c8}' +
  ':target{outline:2px solid #0b4f9e}' +
  '@media(max-width:30rem){body{margin:1rem auto}dl{display:block}dd{margin-bottom:.5rem}}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#161616}a{color:#8ec1ff}pre{background:#242424}' +
  '.note{color:#b0b0b0}th,td{border-color:#4a4a4a}:target{outline-color:#8ec1ff}}';

/** A whole HTML page around `main`, which is markup already, as are `head` and `nav`. */
export function renderPage(title: string, main: string, { head = '', nav = '' } = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>${head}
</head>
<body>${nav}
<main>
${main}
</main>
</body>
</html>
`;
}
