import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hostileFiles } from '../hostile/files.ts';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { mariadb, startSidecar, type Sidecar } from './sidecar.ts';
import { inFullRuns } from '../full-runs.ts';

const worst = [
  'pdf: a page tree that is a loop',
  'pdf: a content of 1 GB, deflated twice',
  'pdf: 200,000 letters in random order',
  'docx: a zip bomb that says it is small',
  'docx: a billion laughs',
  'docx: a file of the server as entity',
  'docx: XML 100,000 deep',
  'txt: in truth elf',
  'txt: front matter that laughs',
  'txt: 5 million empty lines',
];

/** Their limits are tested alone in every run. The files are read by a process that has no database. */
inFullRuns('hostile files (only with ITIH_TEST_FULL=1)', () => {
  let sidecar: Sidecar;
  let files: { kind: string; bytes: Buffer }[];
  beforeAll(async () => {
    // Made before a sidecar shares this thread.
    files = (await hostileFiles())
      .filter(({ name }) => worst.includes(name))
      .map(({ make }) => make())
      .flatMap((source) =>
        source.kind === 'post' ? [] : [{ kind: source.kind, bytes: Buffer.from(source.bytes) }],
      );
    sidecar = await startSidecar(mariadb());
    await sidecar.shim.admin('PUT', '/settings', { body: { limits: { per_ip_max: 0 } } });
    await sidecar.publish(1, 'Ferry', '<p>The ferry crosses the bay every hour.</p>');
  });
  afterAll(async () => sidecar.stop());

  const documents = async () =>
    (await sidecar.shim.admin<DocumentView[]>('GET', '/documents', { query: { per_page: '100' } }))
      .body;

  test('end by themselves, while visitors are answered and other documents are read', async () => {
    expect(files).toHaveLength(worst.length);
    for (const [index, { kind, bytes }] of files.entries()) {
      sidecar.site.attach(100 + index, `${index}.${kind}`, bytes);
      const body = { attachment_id: 100 + index, mode: 'queue' };
      expect((await sidecar.shim.admin('POST', '/documents', { body })).status).toBeLessThan(300);
    }
    const last = { title: 'Cloakroom', content: 'The cloakroom closes at seven.', mode: 'queue' };
    await sidecar.shim.admin('POST', '/documents', { body: last });

    let answeredMeanwhile = 0;
    for (;;) {
      const before = await documents();
      const reply = await sidecar.shim.chat('How often does the ferry cross?');
      expect(reply).toMatchObject({ text: expect.stringContaining('every hour') });
      if (before.every(({ status }) => ['completed', 'failed'].includes(status))) break;
      if (before.some(({ status }) => status === 'processing')) answeredMeanwhile++;
      // Without a pause the questions would take the processor from the files.
      await sleep(100);
    }
    expect(answeredMeanwhile).toBeGreaterThan(0);

    const ended = await documents();
    const failed = ended.filter(({ status }) => status === 'failed');
    const codes = new Set(failed.map(({ error }) => error?.code ?? ''));
    expect(codes.difference(new Set(['no_text', 'unsupported_type', 'too_large']))).toEqual(
      new Set(),
    );
    expect(failed.length).toBeGreaterThanOrEqual(4);
    expect(ended.find(({ title }) => title === 'Cloakroom')).toMatchObject({ status: 'completed' });
    expect(await sidecar.shim.chat('When does the cloakroom close?')).toMatchObject({
      text: expect.stringContaining('seven'),
    });
  }, 300_000);
});
