import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { ControlSocket } from './operations/control-socket.ts';
import { createCoreServices } from './core-services.ts';
import { BodyBudget } from './http/limits/body-budget.ts';
import { createFront } from './http/create-front.ts';
import { listen } from './http/listening/listen.ts';
import { refuseUnrouted } from './http/no-route.ts';
import { OpenConnections } from './http/listening/open-connections.ts';
import { createHttpServer } from './http/listening/server.ts';
import { readRelease } from './package-folder.ts';
import { createHealthRoutes } from './rest/health-routes.ts';
import { createTokenRoutes } from './rest/token-routes.ts';
import { createAccountRoutes, createAccountStart } from './web/account-routes.ts';
import { Assets, createAssetRoutes } from './web/assets.ts';
import { createProblemRoutes } from './web/page-routes.ts';
import { createProblemPages } from './web/pages/problem-pages.tsx';
import { createPages } from './web/pages/page.tsx';

export interface Platform {
  readonly server: Server;
  /** Resolves when it listens. @throws Error when the port is taken or the folder can't be used */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The sign-in alone, without a vocabulary: one environment of the platform, wired and not yet started. */
export function createPlatform(
  config: Config,
  { log, now }: { readonly log: Logger; readonly now?: () => Date },
): Platform {
  const { baseUrl, timing } = config;
  const coreServices = createCoreServices({ ...config, hasPlatform: true }, { log, now });
  const { accounts } = coreServices;
  const control = new ControlSocket({ dataFolder: config.dataFolder, commands: coreServices.commands, log });
  const bodyBudget = new BodyBudget(config.bodyMemoryBytes);
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  const readiness = () => ({ isReady: state === 'running', facts: { state } });

  const assets = new Assets();
  const render = createPages({ assets, release: readRelease(), hasVocabulary: false });
  const koa = createFront({
    ...config,
    log,
    isStopping: () => state === 'stopping',
    inlineScripts: assets.inlineSources(),
    renderProblem: createProblemPages(render, false),
  });
  koa.use(createTokenRoutes({ accounts, bodyBudget }).routes());
  koa.use(createAccountRoutes({ accounts, bodyBudget, baseUrl, render, isHub: false }).routes());
  koa.use(createAccountStart(render, baseUrl).routes());
  koa.use(createHealthRoutes(readiness).routes());
  koa.use(createProblemRoutes(render).routes());
  koa.use(createAssetRoutes(assets).routes());
  koa.use(refuseUnrouted());
  const connections = new OpenConnections();
  const server = createHttpServer(koa.callback(), timing, log, baseUrl, connections);
  let started: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    await coreServices.open();
    await control.start();
    await listen(server, config);
    if (state === 'starting') state = 'running';
    log.info({ address: server.address() }, 'listening');
  };
  return {
    server,
    start: () => (started ??= start()),
    async stop() {
      state = 'stopping';
      await started?.catch(() => {});
      await connections.end(timing);
      await control.stop();
      await coreServices.close();
    },
  };
}
