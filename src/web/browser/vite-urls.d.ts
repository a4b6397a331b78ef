/** The address of a module that the build makes a file of its own for a worker. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
