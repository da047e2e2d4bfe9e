import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { limitBytes, readBounded } from '../../server/net/response-body.ts';

const chunks = () => Readable.from([Buffer.from('one '), Buffer.from('two')]);

test('reads a body of at most so many bytes', async () => {
  expect((await readBounded(chunks(), 7)).toString()).toBe('one two');
  await expect(readBounded(chunks(), 6)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
});

test('passes nothing on that exceeds the limit, and closes the source', async () => {
  const source = chunks();
  const passed: string[] = [];
  const reading = async () => {
    for await (const chunk of limitBytes(source, 6)) passed.push(Buffer.from(chunk).toString());
  };
  await expect(reading()).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
  expect(passed).toEqual(['one ']);
  expect(source.destroyed).toBe(true);
});
