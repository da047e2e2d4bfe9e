import { fileURLToPath } from 'node:url';
import { multilingualName } from '../../contract/local-models.ts';
import { ownFile } from '../../runtime/program-files.ts';
import type { LocalModel } from './local-embedder.ts';

const included = (name: string): string => fileURLToPath(ownFile(`models/${name}`));

/** Comes with the program. models/all-minilm-l6-v2/README.md */
export const english: LocalModel = {
  name: 'english',
  id: 'all-minilm-l6-v2',
  folder: included('all-minilm-l6-v2'),
  languages: ['en'],
  dimensions: 384,
  // 56 ms at most. Of 711 questions on 240 paragraphs it found as many as with whole texts (.889); with 128
  // tokens, 44 ms, fewer (.875).
  windowTokens: 160,
};

/** Bytes of the English model. */
export const englishBytes = 23_400_000;

/** Reads about a hundred languages. The full archive has it; a release offers it. tools/models/build_e5.py makes it. */
export const multilingual: LocalModel = {
  name: multilingualName,
  folder: included(multilingualName),
  languages: null,
  dimensions: 384,
};

export const multilingualBytes = 48_300_000;

/** Its files, and the SHA-256 of each. */
export const multilingualFiles: Readonly<Record<string, string>> = {
  'README.md': 'c5b2b748b93392d1db2e1c9d997c3e7740f54ee3a75d17da2f8c6c6eee9c5bc0',
  'config.json': '9128dc76029fdfca49aa06224f150a8e43a077a931028da236c32a1d891687db',
  'tokenizer_config.json': '380f06e9d5e73c6a9641dc3db5f1d4e10039cba11ccc9743a57387a99e9f0874',
  'tokenizer.json': '8382476285979b0a1b8c91acd54448b23e1c79e9f0be79b2e567949320e09ded',
  'model.onnx': '8de20dd3e417253b6c2270d53591e6acf3f47d11ddba14306c7455ab5942788a',
};
