/** Longer documents are for the command line. */
export const MAX_CHARACTERS = 20 * 1024 * 1024;

/** What is to be said of a document of so many characters; null of one that is not too long. @param name what it is called */
export function sayTooLong(name: string, length: number): string | null {
  if (length <= MAX_CHARACTERS) return null;
  const [size, most] = [length, MAX_CHARACTERS].map((bytes) => `${Math.ceil(bytes / 1024 / 1024)} MB`);
  return `${name} has ${size}. The playground takes ${most}; the command line converts files of any length.`;
}
