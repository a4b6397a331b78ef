/** The relative address of the first page of the hub, as the page says it, wherever a proxy mounts the hub. */
export function rootOfHub(): string {
  return document.documentElement.dataset['root'] ?? './';
}
