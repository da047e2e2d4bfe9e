/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { act } from 'react';
import type { LocalModelsReply } from '../../../server/contract/local-models.ts';
import { fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { click, fill, get, show, text } from '../page.tsx';
import { openTab } from '../settings/open-tab.tsx';

const server = fakeServer();
const stored = { ...maskedDefaults.embeddings, provider: 'local' as const };

let reply: LocalModelsReply;
beforeEach(() => {
  server.on('GET /status', statusOf());
  reply = {
    folder: '/srv/models',
    models: [
      { name: 'english', bytes: 23_400_000, included: true },
      { name: 'many-tongues', bytes: 530_000_000, included: false },
    ],
    automatic: 'english',
    offer: null,
    download: null,
  };
  server.on('GET /settings', { settings: { ...maskedDefaults, embeddings: stored } });
  server.on('GET /models/local', () => reply);
});

const choice = () => get<HTMLSelectElement>('[name="embeddings.local.model"]');
const sent = (method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path).at(-1)?.body;

test('the English model is chosen, and says what it costs and reads', async () => {
  await show(openTab('embeddings'));
  expect(choice().value).toBe('english');
  expect(text()).toMatch(/Reads English.*memory/);
  expect(document.querySelector('[name="embeddings.dimensions"]')).toBeNull();
  expect([...choice().options].map(({ value }) => value)).toEqual(['english', 'many-tongues']);
});

test('another model is chosen, and the index is said to be built anew', async () => {
  server.on('POST /admin/embedding-estimate', {
    changes: true,
    chunks: 9,
    tokens: 900,
    price_usd: 0,
  });
  await show(openTab('embeddings'));
  await fill('[name="embeddings.local.model"]', 'many-tongues');
  server.on('PUT /settings', { settings: { ...maskedDefaults, embeddings: stored } });
  await click('Save');
  expect(sent('PUT', '/settings')).toEqual({ embeddings: { local: { model: 'many-tongues' } } });
  expect(text()).toMatch(/The index is made anew/);
});

const offer = { name: 'multilingual-e5-small', bytes: 48_300_000, wanted: true, downloadable: true };

test('a site in another language is offered the multilingual model, which one click downloads', async () => {
  reply = { ...reply, offer };
  server.on('POST /models/local', () => reply);
  await show(openTab('embeddings'));
  expect(text()).toMatch(/found by their words alone.*until the model multilingual-e5-small/);
  await click('Download the multilingual model (48 MB)');
  expect(sent('POST', '/models/local')).toEqual({ address: 'multilingual-e5-small' });
});

test('where it cannot be downloaded, the way by hand is told', async () => {
  reply = { ...reply, offer: { ...offer, downloadable: false } };
  await show(openTab('embeddings'));
  expect(text()).toMatch(/Or put its folder into the folder for models/);
});

test('an English site is not warned, and may have it', async () => {
  reply = { ...reply, offer: { ...offer, wanted: false } };
  await show(openTab('embeddings'));
  expect(text()).not.toMatch(/found by their words alone/);
  expect(text()).toMatch(/Download the multilingual model/);
});

test('the default says which model it stands for', async () => {
  const e5 = { name: 'multilingual-e5-small', bytes: 48_300_000, included: true };
  reply = { ...reply, models: [...reply.models, e5], automatic: e5.name };
  await show(openTab('embeddings'));
  expect(choice().value).toBe('english');
  expect(text()).toMatch(/By the language of your site: multilingual-e5-small/);
});

test('a chosen model that is gone is said to be', async () => {
  const settings = { ...maskedDefaults, embeddings: { ...stored, local: { model: 'potion' } } };
  server.on('GET /settings', { settings });
  await show(openTab('embeddings'));
  expect(choice().value).toBe('potion');
  expect(text()).toMatch(/not on this machine, or is not in the ONNX format/);
});

test('a download shows how far it is, and why it failed', async () => {
  const download = { name: 'tiny', file: 'model.onnx', bytes: 5e6, total: 2e7, error: null };
  server.on('POST /models/local', () => {
    reply = { ...reply, download: { ...download, state: 'running' } };
    return reply;
  });
  await show(openTab('embeddings'));
  await fill('[name="local.address"]', 'https://models.test/tiny');
  await click('Download');
  expect(sent('POST', '/models/local')).toEqual({ address: 'https://models.test/tiny' });
  expect(get('[role=progressbar]').getAttribute('aria-valuenow')).toBe('25');
  expect(text()).toMatch(/model\.onnx: 5 MB of 20 MB/);
  reply = { ...reply, download: { ...download, state: 'failed', error: 'It was cut off.' } };
  // It is asked for every second.
  await act(() => new Promise((resolve) => setTimeout(resolve, 1300)));
  expect(text()).toMatch(/tiny was not downloaded\. It was cut off\./);
});

test('a refused address is told at its field', async () => {
  server.fail('POST /models/local', 'invalid_request', { address: 'This is no address.' });
  await show(openTab('embeddings'));
  await fill('[name="local.address"]', 'nowhere');
  await click('Download');
  expect(get('[name="local.address"]').getAttribute('aria-invalid')).toBe('true');
  expect(text()).toMatch(/This is no address/);
});

test('a model that is not chosen can be removed', async () => {
  server.on('DELETE /models/local/many-tongues', () => {
    reply = { ...reply, models: reply.models.slice(0, 1) };
    return reply;
  });
  await show(openTab('embeddings'));
  await click('Remove many-tongues');
  expect([...choice().options].map(({ value }) => value)).toEqual(['english']);
});

test('nothing is offered for download where nothing can be kept', async () => {
  reply = { ...reply, folder: null };
  await show(openTab('embeddings'));
  expect(document.querySelector('[name="local.address"]')).toBeNull();
});
