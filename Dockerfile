# syntax=docker/dockerfile:1
# Builds the image of any service:
#   docker build --build-arg SERVICE=gateway -t matinale-gateway .
# SERVICE is the name of a folder in services/. The website is built only for the gateway.
# Other targets, for development only: `live` (restarts when a file changes) and `simulator`.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS base
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app

# Production dependencies of this one service, without install scripts.
FROM base AS packages
ARG SERVICE
RUN test -n "${SERVICE}" || { echo "say which service: --build-arg SERVICE=gateway" >&2; exit 1; }
COPY package.json package-lock.json ./
COPY packages/bus/package.json packages/bus/
COPY packages/contracts/package.json packages/contracts/
COPY packages/kit/package.json packages/kit/
COPY packages/newsroom/package.json packages/newsroom/
COPY packages/voice-note/package.json packages/voice-note/
COPY services/${SERVICE}/package.json services/${SERVICE}/
RUN --mount=type=cache,id=npm,target=/var/cache/npm \
  npm ci --cache /var/cache/npm --omit=dev --ignore-scripts --no-audit --no-fund \
    --workspace services/${SERVICE} --include-workspace-root=false

# The compiled code of all services and packages, with source maps. It does not depend on SERVICE: one build serves all.
FROM base AS compiled
COPY package.json package-lock.json tsconfig.base.json tsconfig.build.json ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/kit/package.json packages/kit/
RUN --mount=type=cache,id=npm,target=/var/cache/npm \
  npm ci --cache /var/cache/npm --ignore-scripts --no-audit --no-fund \
    --workspace packages/kit --include-workspace-root=false
COPY packages packages
COPY services services
RUN npm run compile && rm -r packages/*/src services/*/src

# The website for the gateway; an empty folder for other services.
FROM base AS site
ARG SERVICE
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages/contracts packages/contracts
COPY web web
COPY config config
RUN --mount=type=cache,id=npm,target=/var/cache/npm \
  if [ "${SERVICE}" = gateway ]; then \
    npm ci --cache /var/cache/npm --ignore-scripts --no-audit --no-fund \
      --workspace web --include-workspace-root=false \
    && npm run build --workspace web; \
  else mkdir -p web/dist; fi

FROM base AS service
ARG SERVICE
COPY --from=packages /app ./
COPY --from=compiled /app/packages packages
COPY --from=compiled /app/services/${SERVICE} services/${SERVICE}
COPY --from=site /app/web/dist web/dist
COPY config config
# Port 8080 serves requests; port 9090 serves /livez, /readyz and /metrics. Processes write only to /tmp.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090 SERVICE=${SERVICE}
# Packages of this repository export their compiled code under this condition. A variable, so that it also holds for
# commands in a running container
ENV NODE_OPTIONS="--conditions=compiled --enable-source-maps"
# All threads share one heap of glibc (mallopt(3)). By default each thread has one that keeps its free memory
ENV MALLOC_ARENA_MAX=1
EXPOSE 8080 9090
USER 1000:1000
ENTRYPOINT ["tini", "--"]
# A young generation of 2 MiB: an idle service keeps the size that its start needed. The limit of the heap is half of the
# container's memory. Services that need other options set HEAP_OPTIONS. docs/adr/0014 has the figures of these and of
# MALLOC_ARENA_MAX. exec: SIGTERM must reach Node and not the shell
ENV HEAP_OPTIONS="--max-semi-space-size=2"
CMD ["sh", "-c", "exec node $HEAP_OPTIONS services/${SERVICE}/dist/main.js"]

# For `skaffold dev`: runs the sources. Files may be replaced at run time, and Node then restarts.
FROM service AS live
ARG SERVICE
ENV NODE_OPTIONS=""
COPY packages packages
COPY services/${SERVICE} services/${SERVICE}
USER 0
RUN chown -R 1000:1000 /app
USER 1000:1000
CMD ["sh", "-c", "exec node --watch services/${SERVICE}/src/main.ts"]

# The simulator of WhatsApp, speech, Stripe and news feeds. Never deployed with a real installation.
FROM base AS simulator
COPY package.json package-lock.json ./
COPY dev/simulator/package.json dev/simulator/
RUN --mount=type=cache,id=npm,target=/var/cache/npm \
  npm ci --cache /var/cache/npm --omit=dev --ignore-scripts --no-audit --no-fund \
    --workspace dev/simulator --include-workspace-root=false
COPY dev/simulator dev/simulator
COPY config config
ENV HOST=0.0.0.0 PHONE_PORT=8025
EXPOSE 8025 1025
USER 1000:1000
ENTRYPOINT ["tini", "--"]
CMD ["node", "dev/simulator/src/main.ts"]

# The default target: a service.
FROM service
