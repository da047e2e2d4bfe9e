import { connect } from 'node:net';

/** Numbers of FastCGI. https://fastcgi-archives.github.io/FastCGI_Specification.html#S8 */
const version = 1;
const types = { begin: 1, end: 3, params: 4, stdin: 5, stdout: 6, stderr: 7 };
const responder = 1;
const id = 1;
/** Bytes of one record. */
const maxContent = 65_535;
const headerLength = 8;

function record(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt8(version, 0);
  header.writeUInt8(type, 1);
  header.writeUInt16BE(id, 2);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

/** A stream is records of it and an empty one. */
function stream(type: number, content: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < content.length; start += maxContent) {
    parts.push(record(type, content.subarray(start, start + maxContent)));
  }
  return Buffer.concat([...parts, record(type, Buffer.alloc(0))]);
}

/** Lengths of four bytes, which any length may have. */
function pair(name: string, value: string): Buffer {
  const lengths = Buffer.alloc(8);
  const [first, second] = [Buffer.from(name), Buffer.from(value)];
  lengths.writeUInt32BE(first.length + 2 ** 31, 0);
  lengths.writeUInt32BE(second.length + 2 ** 31, 4);
  return Buffer.concat([lengths, first, second]);
}

export interface FastCgiAnswer {
  /** Headers, an empty line and the body. */
  stdout: string;
  stderr: string;
}

/** Asks the FastCGI server at a Unix socket. @throws when it ends the connection before its answer is complete */
export function fastCgi(
  socket: string,
  params: Record<string, string>,
  body: string,
): Promise<FastCgiAnswer> {
  const begin = Buffer.from([0, responder, 0, 0, 0, 0, 0, 0]);
  const stdin = Buffer.from(body);
  const all = { ...params, CONTENT_LENGTH: String(stdin.length) };
  const pairs = Object.entries(all).map(([name, value]) => pair(name, value));
  return new Promise((resolve, reject) => {
    const connection = connect(socket);
    const received: Buffer[] = [];
    connection.on('data', (chunk: Buffer) => received.push(chunk));
    connection.once('error', reject);
    connection.once('close', () => {
      const answer = read(Buffer.concat(received));
      if (answer) resolve(answer);
      else reject(new Error(`${socket} ended the connection`));
    });
    connection.write(
      Buffer.concat([
        record(types.begin, begin),
        stream(types.params, Buffer.concat(pairs)),
        stream(types.stdin, stdin),
      ]),
    );
  });
}

/** Returns null for an answer that has no end. */
function read(bytes: Buffer): FastCgiAnswer | null {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  for (let at = 0; at + headerLength <= bytes.length;) {
    const type = bytes.readUInt8(at + 1);
    const end = at + headerLength + bytes.readUInt16BE(at + 4);
    const content = bytes.subarray(at + headerLength, end);
    if (type === types.stdout) stdout.push(content);
    if (type === types.stderr) stderr.push(content);
    if (type === types.end) {
      return {
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      };
    }
    at = end + bytes.readUInt8(at + 6);
  }
  return null;
}
