/** The section of docs/compatibility.md on real parts. */

export interface Row {
  name: string;
  passed: boolean;
  says: string;
}

const start = '<!-- npm run real -->';
const end = '<!-- /npm run real -->';
const marked = /<!-- npm run real -->[\s\S]*<!-- \/npm run real -->\n/;

const cell = (text: string) => text.replace(/[|<>]/g, ' ').replace(/\s+/g, ' ').slice(0, 300);

/** @param missing Plugins that were not there. */
export function realSection(
  versions: Record<string, string>,
  rows: Row[],
  missing: string[],
  day: Date,
): string {
  const parts = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const lines = rows.map(
    ({ name, passed, says }) => `| ${name} | ${passed ? 'passes' : '**fails**'} | ${cell(says)} |`,
  );
  return `${start}
## Real parts

Written by \`npm run real\` on ${day.toISOString().slice(0, 10)}, with ${parts.join(', ')}, on
a site that WP-CLI installed from the archives. The beds have no systemd, so the sidecar ran by the command of docs/hosting.md.

| tried | | seen |
|---|---|---|
${lines.join('\n')}

Not run: ${[...missing, 'a LiteSpeed server (its plugin alone was asked for the headers)', 'a service of systemd'].join(', ')}.
${end}
`;
}

/** Returns the page with this section, in place of an earlier one. */
export const withSection = (page: string, section: string): string =>
  marked.test(page) ? page.replace(marked, () => section) : `${page.trimEnd()}\n\n${section}`;

/** Returns the section of a page; empty if there is none. */
export const sectionOf = (page: string): string => marked.exec(page)?.[0] ?? '';
