# The sidecar as an image without shell or package manager, from the unpacked archive of a release:
#   unzip itih-rag-chat.zip -d dist && docker build -t itih-rag-chat .
# or from the sources, after `npm run package`. One variable connects it to a site: ITIH_CONNECT (docs/hosting.md).
# https://github.com/GoogleContainerTools/distroless/blob/main/nodejs/README.md
FROM node:24-slim AS state
RUN mkdir /state && chown 65532:65532 /state

FROM gcr.io/distroless/nodejs24-debian13:nonroot
COPY dist/itih-rag-chat/sidecar /app
# A volume takes over the owner of the folder that it is mounted on.
COPY --from=state --chown=65532:65532 /state /state
ENV ITIH_HOST=0.0.0.0 \
    ITIH_PORT=8790 \
    ITIH_CACHE_DIR=/state \
    ITIH_DATABASE_URL=sqlite:/state/itih.sqlite \
    ITIH_SUPERVISED=1
VOLUME /state
EXPOSE 8790
# This account is the image's own: "nonroot" by its number, so that Kubernetes can check it.
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.ITIH_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["/app/itih.mjs", "serve"]
