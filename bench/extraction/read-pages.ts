import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface LabelledPage {
  url: string;
  bytes: Uint8Array;
  /** The article's text, as people marked it. */
  body: string;
}

/** Pages of github.com/scrapinghub/article-extraction-benchmark in `data`. */
export async function readPages(data: string): Promise<LabelledPage[]> {
  const folder = join(data, 'article-extraction');
  const truth = JSON.parse(await readFile(join(folder, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string; url: string }
  >;
  return Promise.all(
    Object.entries(truth).map(async ([id, { articleBody, url }]) => ({
      url,
      bytes: new Uint8Array(gunzipSync(await readFile(join(folder, 'html', `${id}.html.gz`)))),
      body: articleBody,
    })),
  );
}
