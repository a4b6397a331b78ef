/** The text without the slashes at its end, in linear time however many slashes it has elsewhere. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x2f) end--;
  return text.slice(0, end);
}
