# Lodestone in a container: built in one stage, run in another without build tools, as an unprivileged user, on a
# file system that may be read-only (all data is written to /data).
#   docker build -t lodestone .
#   docker run --read-only --tmpfs /tmp -v lodestone:/data -p 8080:8080 -p 8443:8443 lodestone

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY bin ./bin
COPY src ./src
COPY client ./client
COPY web ./web
COPY models ./models
COPY data ./data
COPY deploy ./deploy
COPY tsconfig.json LICENSE ./
# Builds the pages and leaves what running needs; the image has Node already.
RUN npm run slim && rm -rf node_modules/node-linux-* deploy
RUN find src client web -name '*.test.ts' -delete && mkdir /data

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
COPY --from=build --chown=node:node /data /data
# `docker exec … lodestone keys create …`: by name, from any folder, without npm and without a home to write to.
RUN ln -s ../../../app/bin/lodestone.js /usr/local/bin/lodestone
USER node
VOLUME /data
EXPOSE 8080 8443
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT || 8080}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["lodestone", "serve"]
