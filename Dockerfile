# syntax=docker/dockerfile:1
# Builds the image of any service:
#   docker build --build-arg SERVICE=gateway -t matinale-gateway .
# SERVICE is the name of a folder in services/. Node runs TypeScript, so only the website is built, and only for
# the gateway.
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

# The website for the gateway; an empty folder for other services.
FROM base AS site
ARG SERVICE
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages/contracts packages/contracts
COPY web web
RUN --mount=type=cache,id=npm,target=/var/cache/npm \
  if [ "${SERVICE}" = gateway ]; then \
    npm ci --cache /var/cache/npm --ignore-scripts --no-audit --no-fund \
      --workspace web --include-workspace-root=false \
    && npm run build --workspace web; \
  else mkdir -p web/dist; fi

FROM base AS service
ARG SERVICE
COPY --from=packages /app ./
COPY packages packages
COPY services/${SERVICE} services/${SERVICE}
COPY --from=site /app/web/dist web/dist
# Strips types once, so that no process has to load the stripper and keep it in memory
RUN node packages/kit/src/image/strip-types.ts packages services
# Port 8080 serves requests; port 9090 serves /livez, /readyz and /metrics. Processes write only to /tmp.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090 SERVICE=${SERVICE}
# Returns free blocks of 128 KiB and more to the system at once. By default this threshold (mallopt(3)) grows after a
# spike, and the memory stays; separate heaps for threads keep memory too
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=1
EXPOSE 8080 9090
USER 1000:1000
ENTRYPOINT ["tini", "--"]
# A young generation of a few megabytes: with less, a busy service collects too often; with more, an idle service
# keeps too much memory. The old generation may grow by 70 % before it is collected, so less memory stays after a spike.
# exec: SIGTERM must reach Node and not the shell
CMD ["sh", "-c", "exec node --import=./packages/kit/src/image/load-stripped.js --max-semi-space-size=8 --heap-growing-percent=70 services/${SERVICE}/src/main.ts"]

# For `skaffold dev`: files may be replaced at run time, and Node then restarts.
FROM service AS live
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
ENV HOST=0.0.0.0 PHONE_PORT=8025
EXPOSE 8025
USER 1000:1000
ENTRYPOINT ["tini", "--"]
CMD ["node", "dev/simulator/src/main.ts"]

# The default target: a service.
FROM service
