/** The other hubs that serve the same vocabulary from the same store. */
export interface Peers {
  /** Tells them that the vocabulary changed: now, or as soon as they can be reached. Returns at once and never throws. */
  announce(): void;
  /**
   * Calls `listener` when another hub changed the vocabulary, and when such news may have been missed. Returns what ends that.
   */
  onAnnounced(listener: () => void): () => void;
  /** Null for a hub that has no replicas. */
  state(): PeersState | null;
  /** Resolves when they were reached, or after a second; it goes on trying then. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PeersState {
  /** False while what the hubs share cannot be reached: each of them goes on alone. */
  readonly connected: boolean;
}

/** A hub that has its store for itself. */
export const NO_PEERS: Peers = {
  announce: () => {},
  onAnnounced: () => () => {},
  state: () => null,
  start: async () => {},
  stop: async () => {},
};
