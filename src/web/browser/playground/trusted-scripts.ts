/** The part of Trusted Types that the site uses; TypeScript's library of the DOM has none of it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

/** Admits scripts of the page's own origin only. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('hub', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin)
      throw new TypeError(`${url} is no script of this site.`);
    return url;
  },
});

/** Starts a module of this site as a worker. @param url as the build gives it for `?worker&url` */
export function startWorker(url: string): Worker {
  const admitted = policy?.createScriptURL(url) ?? url;
  return new Worker(admitted as string, { type: 'module' });
}
