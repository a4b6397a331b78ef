/** Modules of Monaco that are loaded for what they bring along. */
declare module 'monaco-editor/esm/vs/*';
