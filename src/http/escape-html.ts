/** The text as the content of an HTML element. */
export function escapeHtmlContent(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The text as the content of an HTML element, or as the value of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return escapeHtmlContent(text).replaceAll('"', '&quot;');
}
