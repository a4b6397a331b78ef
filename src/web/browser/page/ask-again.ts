/** How a script asks for the vocabulary, which others change: what the browser keeps is shown only after the hub has said that it still holds. */
export const ASK_AGAIN: RequestInit = { cache: 'no-cache' };
