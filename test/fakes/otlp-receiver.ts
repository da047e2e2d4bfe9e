/** A receiver of traces by OTLP over HTTP: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** Fields of a message by their numbers. https://protobuf.dev/programming-guides/encoding/ */
type Fields = Map<number, (bigint | Buffer)[]>;

function decode(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = Number(varint());
    const kind = tag & 7;
    const value = kind === 0 ? varint() : take(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()));
    const number = tag >> 3;
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

const none: Fields = new Map();
const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => decode(value as Buffer));
const text = (fields: Fields, number: number, encoding: BufferEncoding = 'utf8'): string =>
  ((fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString(encoding);

/** Reads an AnyValue of opentelemetry/proto/common/v1/common.proto. */
function valueOf(any: Fields): unknown {
  if (any.has(1)) return text(any, 1);
  if (any.has(2)) return any.get(2)?.[0] === 1n;
  if (any.has(3)) return Number(any.get(3)?.[0]);
  if (any.has(4)) return (any.get(4)?.[0] as Buffer).readDoubleLE();
  return messages(messages(any, 5)[0] ?? none, 1).map(valueOf);
}

const attributesOf = (fields: Fields, number: number): Record<string, unknown> =>
  Object.fromEntries(
    messages(fields, number).map((pair) => [text(pair, 1), valueOf(messages(pair, 2)[0] ?? none)]),
  );

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parent: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  failed: boolean;
}

function spansOf(body: Buffer): ReceivedSpan[] {
  return messages(decode(body), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0] ?? none, 1);
    const spans = messages(resourceSpans, 2).flatMap((scope) => messages(scope, 2));
    return spans.map((span) => ({
      name: text(span, 5),
      traceId: text(span, 1, 'hex'),
      spanId: text(span, 2, 'hex'),
      parent: text(span, 4, 'hex'),
      kind: Number(span.get(6)?.[0]),
      attributes: attributesOf(span, 9),
      resource,
      failed: messages(span, 15).some((status) => status.get(3)?.[0] === 2n),
    }));
  });
}

export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') {
        return void response.writeHead(404).end();
      }
      headers.push(request.headers);
      bodies.push(body);
      spans.push(...spansOf(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  const { url, close } = await listen(server);
  return { url, spans, bodies, headers, close };
}
