export type HubState = 'starting' | 'running' | 'stopping';

/** Whether a hub starts, runs or stops, for all who do something else then. */
export class Lifecycle {
  state: HubState = 'starting';
  /** Ends what is done behind the start, and streams of events. */
  readonly ending = new AbortController();

  readonly isStopping = (): boolean => this.state === 'stopping';
}
