/** Joins the pictures of a way into one, and writes the page with the figures. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type Frame, model } from './owner.ts';

/** A way as it was gone on a version of WordPress. */
export interface Row {
  way: string;
  label: string;
  reality: string;
  /** Debian's. */
  suite: string;
  wordpress: string;
  clicks: number;
  fields: number;
  /** Seconds. */
  machine: number;
  person: { usual: number; all: number };
  answer: string;
}

const fileOf = ({ way, wordpress }: Row) => `${way}-${wordpress}.webp`;

const style = `
  body { margin: 0; padding: 12px; width: 1524px; font: 15px/1.4 'DejaVu Sans', sans-serif; color: #1e1e1e; }
  h1 { margin: 0 0 8px; font-size: 20px; }
  main { display: grid; grid-template-columns: repeat(3, 500px); gap: 12px; }
  figure { margin: 0; }
  figcaption { height: 24px; overflow: hidden; }
  img, pre { width: 500px; height: 375px; border: 1px solid #ccc; box-sizing: border-box; }
  pre { margin: 0; padding: 12px; overflow: hidden; background: #1e1e1e; color: #eee; font-size: 13px;
    white-space: pre-wrap; overflow-wrap: anywhere; }`;

/** Saves the strip of a way; the pictures are shown one beside the other, in their order. */
export async function saveStrip(
  browser: Browser,
  folder: string,
  row: Row,
  shown: Frame[],
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1548, height: 800 } });
  const title = `${row.label}, WordPress ${row.wordpress}, ${row.reality}`;
  await page.evaluate(
    ({ css, heading, frames }) => {
      const make = (name: string, text = '') =>
        Object.assign(document.createElement(name), { textContent: text });
      const main = make('main');
      for (const [at, { caption, picture, text }] of frames.entries()) {
        const figure = make('figure');
        const shown = picture ? Object.assign(new Image(), { src: picture }) : make('pre', text);
        figure.append(make('figcaption', `${at + 1}. ${caption}`), shown);
        main.append(figure);
      }
      document.head.append(make('style', css));
      document.body.append(make('h1', heading), main);
      return Promise.all([...document.images].map((image) => image.decode()));
    },
    {
      css: style,
      heading: title,
      frames: shown.map(({ caption, shown: what }) =>
        typeof what === 'string'
          ? { caption, text: what, picture: '' }
          : { caption, text: '', picture: `data:image/jpeg;base64,${what.toString('base64')}` },
      ),
    },
  );
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 35,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: 1548, height, scale: 1 },
  });
  writeFileSync(join(folder, fileOf(row)), Buffer.from(data, 'base64'));
  await page.close();
}

const line = (row: Row) => {
  const { label, wordpress, clicks, fields, machine, person, reality, answer } = row;
  const times = `${Math.round(person.usual)} (${Math.round(person.all)})`;
  const link = `[${label}](${fileOf(row)})`;
  return `| ${link} | ${wordpress} | ${clicks} | ${fields} | ${Math.round(machine)} | ${times} | ${reality} | ${answer} |`;
};

/** Breaks a paragraph at 120 characters. */
const wrapped = (text: string) => text.replace(/(.{1,118})(?: |$)/g, '$1\n').trimEnd();

export function writePage(folder: string, rows: Row[]): void {
  const about =
    'From a click on *Activate* on a fresh WordPress with the sample site to the right answer, with its source, on a ' +
    'public page: by `npm run film -- --wp-cli DIR`, which walks through the screens in Chromium, runs the lines that ' +
    'they show, word for word, and writes this page and the strips. A red frame in a strip is where the click goes. ' +
    'The machine’s seconds have reading all pages and asking the twenty questions in them, on two busy cores. The ' +
    'film is made in a container, so that the first screen offers Docker first: on a server that is none, the way ' +
    'with WP-CLI takes a click less.';
  const head = [
    '| way | WordPress | clicks | fields | machine, s | a person, s (reading every word) | what ran | first answer |',
    '|---|---|---|---|---|---|---|---|',
  ];
  const text = [
    '# The way in',
    '',
    wrapped(about),
    '',
    wrapped(model),
    '',
    ...head,
    ...rows.map(line),
  ];
  writeFileSync(join(folder, 'README.md'), `${text.join('\n')}\n`);
}
