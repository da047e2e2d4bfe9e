import type { ShimResult } from './playground.ts';
import type { StreamResult } from './streamed.ts';
import type { Result } from './suite.ts';

const ofAll = (passed: number, failed: number) =>
  `${failed === 0 && passed > 0 ? 'all pass' : '**fails**'}: ${passed} of ${passed + failed}`;

function bedRow(result: Result): string {
  const { versions, passed, failed } = result;
  const { wordpress, php, node } = versions ?? result;
  const database = versions ? `${result.database} (${versions.database})` : result.database;
  return `| ${[wordpress, php, database, node, ofAll(passed, failed)].join(' | ')} |`;
}

const failuresOf = ({ checks }: ShimResult) =>
  Object.entries(checks).filter(([, trouble]) => trouble !== '');

function shimTable(results: ShimResult[]): string {
  const versions = [...new Set(results.map(({ wordpress }) => wordpress))];
  const rows = [...new Set(results.map(({ php }) => php))].map((php) => {
    const cells = versions.map((wordpress) => {
      const result = results.find((one) => one.php === php && one.wordpress === wordpress);
      if (!result) return 'not run';
      const failed = failuresOf(result).length;
      return ofAll(Object.keys(result.checks).length - failed, failed);
    });
    return `| ${[php, ...cells].join(' | ')} |`;
  });
  return [
    `| PHP | ${versions.map((version) => `WordPress ${version}`).join(' | ')} |`,
    `|---${'|---'.repeat(versions.length)}|`,
    ...rows,
  ].join('\n');
}

/** Returns the table of streamed answers, in Markdown. */
export const streamTable = (results: StreamResult[]): string =>
  [
    '| PHP | WordPress | streamed answer |',
    '|---|---|---|',
    ...results.map(
      ({ php, wordpress, events, trouble }) =>
        `| ${php} | ${wordpress} | ${trouble === '' ? `right, in ${events} events` : '**fails**'} |`,
    ),
  ].join('\n');

function troubles(beds: Result[], shims: ShimResult[], streams: StreamResult[]): string {
  const lines = [
    ...beds.flatMap((result) => result.troubles.map((text) => `${bedRow(result)} ${text}`)),
    ...shims.flatMap((result) =>
      failuresOf(result).map(
        ([check, text]) => `PHP ${result.php}, WordPress ${result.wordpress}: ${check}: ${text}`,
      ),
    ),
    ...streams
      .filter(({ trouble }) => trouble !== '')
      .map(({ php, trouble }) => `PHP ${php}: ${trouble}`),
  ];
  const items = lines.map((line) => `- ${line.replaceAll('\n', ' ').slice(0, 300)}`);
  return lines.length > 0 ? `\n## Failed\n\n${items.join('\n')}\n` : '';
}

/** Returns docs/compatibility.md. `left` names the sites that have not been run. */
export const compatibilityPage = (
  beds: Result[],
  shims: ShimResult[],
  streams: StreamResult[],
  left: string[],
  day: Date,
): string =>
  `# Compatibility

Written by \`npm run compatibility\` on ${day.toISOString().slice(0, 10)}; do not edit.

## Whole sites

The same suite on real servers: WordPress behind nginx and PHP-FPM, the plugin, and a sidecar that answers visitors.
Accounts, settings, posts, nonces and chats over each way are tested, and that WordPress' debug.log stays empty. Each run also
has a sidecar with SQLite.

| WordPress | PHP | database of both | Node.js | tests |
|---|---|---|---|---|
${beds.map(bedRow).join('\n')}

## The plugin alone

\`tools/compatibility/shim.php\` in one process, on PHP compiled to WebAssembly (WordPress Playground), with WordPress' data in
SQLite and no sidecar: activation, routes and their permissions, settings, shortcode, block, posts, admin pages, Site
Health, privacy tools, and no notice of PHP under \`WP_DEBUG\`.

${shimTable(shims)}

## A streamed answer

A visitor's question in the same way, relayed to a sidecar and back as a stream: \`npm run compatibility -- --only "streamed
answer"\`.

${streamTable(streams)}
${troubles(beds, shims, streams)}
## Not run

${left.map((name) => `- ${name}\n`).join('')}- PHP 8.0, 8.1, 8.3 and 8.5 behind a web server: Debian's releases have 8.2 and 8.4.
- MySQL 5.7 and 8: 5.6 and 9, on both sides of them, are what can be had.
`;
