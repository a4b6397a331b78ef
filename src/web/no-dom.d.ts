// Takes the place of TypeScript's library of the DOM (`paths` of tsconfig.json), which Preact's types ask for. On the server there is none.
declare module 'no-dom';
