/**
 * `node bench/streams-client.ts URL NONCE STREAMS STAGGER DELTAS`: opens streams one after the other, each `STAGGER`
 * milliseconds, and reads them to the end. Prints `open` when all are, and at the end what arrived as JSON.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { microseconds, timeOf } from '../parts/stream.ts';
import { quantile } from '../parts/measure.ts';

const [address = '', nonce = '', ...numbers] = process.argv.slice(2);
const [streams = 0, stagger = 0, deltas = 0] = numbers.map(Number);
const { hostname, port, pathname, host } = new URL(address);

const totals = { complete: 0, deltas: 0, disordered: 0, refused: 0, open: 0, most: 0 };
const delays: number[] = [];
const firsts: number[] = [];
const refusals = new Set<string>();

/** Frames have consecutive ids, and the text of each token the vendor's time stamp. */
const mark = /^id: (\d+)|@([,;:?%${}^+]+)|^event: (done)/gm;

function read(number: number): { first: Promise<void>; closed: Promise<void> } {
  const first = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const started = microseconds();
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
  let held = '';
  let id = 0;
  let seen = 0;
  let isDone = false;
  let beginning = '';
  socket.on('data', (data: unknown) => {
    const now = microseconds();
    const text = held + (data as string);
    const end = text.lastIndexOf('\n') + 1;
    held = text.slice(end);
    const whole = text.slice(0, end);
    beginning ||= whole;
    for (const [, given, sent, done] of whole.matchAll(mark)) {
      if (done) isDone = true;
      if (given && Number(given) !== ++id) totals.disordered++;
      if (!sent) continue;
      if (++seen === 1) {
        firsts.push((now - started) / 1000);
        totals.most = Math.max(totals.most, ++totals.open);
        first.resolve();
      }
      delays.push((now - timeOf(sent)) / 1000);
    }
  });
  const end = () => {
    if (seen > 0) totals.open--;
    else {
      totals.refused++;
      refusals.add(beginning.split('\r\n', 1)[0] ?? '');
    }
    totals.deltas += seen;
    if (seen === deltas && isDone) totals.complete++;
    first.resolve();
    closed.resolve();
  };
  socket.once('close', end);
  socket.on('error', () => undefined);
  const body = JSON.stringify({ message: `What is note ${number}?` });
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\nx-wp-nonce: ${nonce}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return { first: first.promise, closed: closed.promise };
}

const opened = [];
for (let n = 0; n < streams; n++) {
  opened.push(read(n));
  await sleep(stagger);
}
await Promise.all(opened.map(({ first }) => first));
process.stdout.write('open\n');
await Promise.all(opened.map(({ closed }) => closed));
process.stdout.write(
  `${JSON.stringify({
    complete: totals.complete,
    at_once: totals.most,
    refused: totals.refused,
    lost: streams * deltas - totals.deltas,
    disordered: totals.disordered,
    first_ms_p50: quantile(firsts, 0.5),
    first_ms_p95: quantile(firsts, 0.95),
    delay_ms_p50: quantile(delays, 0.5),
    delay_ms_p99: quantile(delays, 0.99),
    refusal: [...refusals].join(' | '),
  })}\n`,
);
