import { join } from 'node:path';
import type { Logger } from 'pino';
import { accountRecords } from './accounts/account-records.ts';
import { createAccounts, type Accounts } from './accounts/accounts.ts';
import { createSmtpCarrier } from './accounts/smtp-carrier.ts';
import type { Config } from './config.ts';
import type { OperatorCommands } from './operations/command.ts';
import { createAccountCommands } from './operations/account-commands.ts';
import { createStoreCommands } from './operations/store-commands.ts';
import { hubNamespaces, type HubNamespaces } from './rdf/namespaces.ts';
import { EmbeddedStore } from './store/embedded.ts';
import type { Store } from './store/store.ts';
import { suggestionRecords } from './suggestions/suggestion-records.ts';
import { RemoteStore } from './store/remote.ts';
import { FolderArchive } from './vocabulary/versions/archive-folder.ts';
import { GraphArchive } from './vocabulary/versions/archive-graphs.ts';
import type { VocabularyArchive } from './vocabulary/versions/archive.ts';
import { findingsOf, KeptFindings } from './vocabulary/registry/kept-findings.ts';
import { indexOf, KeptIndex } from './vocabulary/registry/kept-index.ts';
import { KeptTable, tableInUse } from './vocabulary/registry/kept-table.ts';
import { createShippedCheck, type ShapeCheck } from './vocabulary/shapes/check-shapes.ts';
import { soundVersionsOf } from './vocabulary/vocabulary-state.ts';
import { webhookRecords } from './webhooks/webhooks.queries.ts';

/** What the hub and the commands of its operators stand on. */
export interface CoreServices {
  readonly hub: HubNamespaces;
  readonly store: Store;
  readonly archive: VocabularyArchive;
  readonly shapes: ShapeCheck;
  /** Of the vocabulary that the store held last. */
  readonly kept: KeptTable;
  readonly accounts: Accounts;
  /** What operators can have done, by the hub or without one. */
  readonly commands: OperatorCommands;
  /** @throws StoreError that says what to do, when the store can't be used, as when another hub has the folder */
  open(): Promise<void>;
  /** Resolves when all that was changed is on the disk. */
  close(): Promise<void>;
}

export interface CoreParts {
  readonly log: Logger;
  /** The clock that dates tokens. */
  readonly now?: (() => Date) | undefined;
  /** Where a store in the process is, if not in its folder. */
  readonly storeFolder?: string;
  /** Gives a store in place of the one that the settings ask for, which it asks. */
  readonly observeStore?: ((store: Store) => Store) | undefined;
}

/** Where the store is that is the hub's own. */
export function storeFolderOf(dataFolder: string): string {
  return join(dataFolder, 'store');
}

/** Hubs on one server keep old versions and what was checked there; else the data folder has them. */
function createStore(
  { baseUrl, dataFolder, storeServer, timing }: Config,
  hub: HubNamespaces,
  { log, storeFolder = storeFolderOf(dataFolder), observeStore = (store) => store }: CoreParts,
): Pick<CoreServices, 'store' | 'archive' | 'shapes' | 'kept'> {
  const keptOf = (shapes: ShapeCheck): KeptTable =>
    new KeptTable(tableInUse(dataFolder), hub, timing.keepMs, [
      new KeptFindings(findingsOf(dataFolder), hub, shapes),
      new KeptIndex(indexOf(dataFolder)),
    ]);
  if (storeServer === undefined) {
    const shapes = createShippedCheck(hub, dataFolder);
    return {
      store: observeStore(
        new EmbeddedStore({
          folder: storeFolder,
          baseUrl,
          dumpedGraphs: [hub.vocabularyGraph, hub.ontologyGraph],
          recordGraphs: [...suggestionRecords(hub), accountRecords(hub), webhookRecords(hub)],
        }),
      ),
      archive: new FolderArchive({ folder: join(dataFolder, 'vocabulary'), log }),
      shapes,
      kept: keptOf(shapes),
    };
  }
  const store = observeStore(new RemoteStore({ ...storeServer, changesGraph: hub.changesGraph, timing }));
  const shapes = createShippedCheck(hub, dataFolder, soundVersionsOf(store, hub));
  return { store, archive: new GraphArchive({ store, hub, log, timing }), shapes, kept: keptOf(shapes) };
}

/** The core services that the settings ask for, not yet opened. */
export function createCoreServices(config: Config, parts: CoreParts): CoreServices {
  const { log, now } = parts;
  const { baseUrl, smtp, timing } = config;
  const hub = hubNamespaces(baseUrl);
  const { store, archive, shapes, kept } = createStore(config, hub, parts);
  const accounts = createAccounts({
    store,
    hub,
    log,
    keysFolder: config.keysFolder,
    carrier: smtp === undefined ? null : createSmtpCarrier({ ...smtp, timing }),
    showsMails: config.showsMails,
    timing,
    ...(now === undefined ? {} : { now }),
  });
  return {
    hub,
    store,
    archive,
    shapes,
    kept,
    accounts,
    commands: new Map([
      ...createStoreCommands({ store, hub, archive, shapes, kept }),
      ...createAccountCommands(accounts.operator),
    ]),
    async open() {
      await store.open();
      await archive.start();
      if (config.hasPlatform) await accounts.start();
    },
    async close() {
      await accounts.stop();
      await kept.close();
      await archive.close();
      await store.close();
    },
  };
}
