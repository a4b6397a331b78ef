/** How many bytes `"sep=;"` has with an end of two. */
const MOST_BYTES = 9;

/**
 * The separator that a file names in a line before its header, `sep=;`, as Excel reads and other programs write it; null where there is no
 * such line.
 */
export function separatorNamedBy(text: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(text.subarray(0, MOST_BYTES));
  return (
    /^(?:sep=([ !#-~\t])|"sep=([ !#-~\t])")(?:[\r\n]|$)/i
      .exec(start)
      ?.slice(1)
      .find((sign) => sign !== undefined) ?? null
  );
}
