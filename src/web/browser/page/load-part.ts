/**
 * A part of a page of the hub, parsed by the browser apart from this page: nothing in it is loaded or run. Null when the page cannot be had, or
 * has no such part.
 */
export function loadPart(address: string, selector: string): Promise<Element | null> {
  // Its markup never becomes text here, which Trusted Types would refuse.
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.setRequestHeader('Accept', 'text/html');
  request.responseType = 'document';
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => {
      const isPage = request.status === 200 && request.responseXML !== null;
      resolve(isPage ? request.responseXML.querySelector(selector) : null);
    });
    request.send();
  });
}
