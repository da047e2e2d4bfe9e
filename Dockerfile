# The sidecar as an image without shell or package manager. Its files come from the unpacked archive of a release:
#   unzip itih-rag-chat.zip -d dist && docker build -t itih-rag-chat .
# or after `npm run package`, or, for a cloud that builds from this repository, from the archive at an address:
#   docker build --build-arg RELEASE=https://…/itih-rag-chat.zip -t itih-rag-chat .
# One variable connects it to a site: ITIH_CONNECT (docs/hosting.md). The archive has this file, too, for its own folder.
# https://github.com/GoogleContainerTools/distroless/blob/main/nodejs/README.md
FROM node:24-slim AS files
ARG RELEASE=
WORKDIR /files
# A pattern may match nothing, as in a clone without an archive.
COPY Dockerfile dis[t]/itih-rag-chat/sidecar ./
RUN if [ -n "$RELEASE" ]; then \
      apt-get update && apt-get install --yes --no-install-recommends unzip && \
      node -e 'fetch(process.argv[1]).then(async (r) => { if (!r.ok) throw new Error(r.url + ": " + r.status); require("fs").writeFileSync("/release.zip", Buffer.from(await r.arrayBuffer())); })' "$RELEASE" && \
      unzip -q /release.zip 'itih-rag-chat/sidecar/*' -d / && cp -r /itih-rag-chat/sidecar/. .; \
    fi && \
    if [ ! -f itih.mjs ]; then echo 'There is no dist/itih-rag-chat: see the head of the Dockerfile.' >&2; exit 1; fi && \
    mkdir /state && chown 65532:65532 /state

FROM gcr.io/distroless/nodejs24-debian13:nonroot
COPY --from=files /files /app
# A volume takes over the owner of the folder that it is mounted on.
COPY --from=files --chown=65532:65532 /state /state
ENV ITIH_HOST=0.0.0.0 \
    ITIH_PORT=8790 \
    ITIH_CACHE_DIR=/state \
    ITIH_DATABASE_URL=sqlite:/state/itih.sqlite \
    ITIH_SUPERVISED=1
VOLUME /state
EXPOSE 8790
# This account is the image's own: "nonroot" by its number, so that Kubernetes can check it. Disks of clouds belong to
# root: their templates build with ACCOUNT=0.
ARG ACCOUNT=65532:65532
USER ${ACCOUNT}
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.ITIH_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["/app/itih.mjs", "serve"]
