// Style sheets that modules import become files of the build.
declare module '*.css';
