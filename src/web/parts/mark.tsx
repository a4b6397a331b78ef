import type { VNode } from 'preact';

/** The mark of the hub: a key whose bow is a node with three neighbours. */
export function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" class="mark-ground" />
      <path d="M12 12 7 7M12 12 6 18M12 12 18 6M12 12l14 14M20 20l4-4M23.5 23.5l3-3" class="mark-lines" />
      <circle cx="12" cy="12" r="4" class="mark-node" />
      <circle cx="7" cy="7" r="2" class="mark-node" />
      <circle cx="6" cy="18" r="2" class="mark-node" />
      <circle cx="18" cy="6" r="2" class="mark-node" />
    </svg>
  );
}
