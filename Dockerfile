# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /hub
COPY package.json package-lock.json .npmrc ./
# No package of the hub needs its install script: native code comes built.
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY schema schema
COPY seeds seeds
COPY store store
COPY src src
RUN npm run build && npm prune --omit=dev --ignore-scripts

# The SPARQL server of docker-compose.yml: its own image has no user, and no program that could check its health.
FROM ghcr.io/oxigraph/oxigraph:0.5.13 AS engine
FROM node:24-bookworm-slim AS store
COPY --from=engine /usr/local/bin/oxigraph /usr/local/bin/oxigraph
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 7878
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7878/query?query=ASK%7B%7D').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# 30 s for a query: nobody waits longer.
CMD ["oxigraph", "serve", "--location", "/data", "--bind", "0.0.0.0:7878", "--timeout-s", "30"]

FROM node:24-bookworm-slim AS hub
ENV NODE_ENV=production \
    HUB_DATA=/data
WORKDIR /hub
COPY --from=build /hub/package.json ./
COPY --from=build /hub/node_modules node_modules
COPY --from=build /hub/schema schema
COPY --from=build /hub/seeds seeds
COPY --from=build /hub/store store
COPY --from=build /hub/dist dist
# HUB_KEYS is not set to /keys: if nothing is mounted there, the keys are in /data.
RUN install -d -o node -g node /data /keys
USER node
VOLUME /data
EXPOSE 4000
# Checks that the process lives. /readyz, which also needs a vocabulary, is for the proxy that sends requests.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The hub ends within five seconds of SIGTERM; npm in between would not pass the signal on.
CMD ["node", "dist/main.js"]
