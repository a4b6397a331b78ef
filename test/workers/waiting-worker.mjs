/** Waits so many ms; for ever when told null. */
export default (ms) => new Promise((resolve) => setTimeout(() => resolve('done'), ms ?? 2 ** 31 - 1));
