import { documentOfPost } from '../parts/demo-site.ts';
import { readSite, siteNames } from '../parts/site-files.ts';

/** The words of the English sample sites, in their order: real text has other tokens than made-up words. */
function allWords(): string[] {
  const sites = siteNames().map(readSite);
  return sites
    .filter(({ language }) => language === 'en')
    .flatMap(({ posts }) => posts.flatMap((post) => documentOfPost(post).chunks))
    .flatMap(({ content }) => content.split(/\s+/));
}

const paragraph = 105;

/** Returns a function that gives the paragraphs of a post of so many words; no two posts begin alike. */
export function createTexts(words: number): (id: number) => string[] {
  const all = allWords();
  return (id) => {
    const at = (id * 7919) % all.length;
    const own = Array.from({ length: words }, (_, n) => all[(at + n) % all.length]!);
    return Array.from({ length: Math.ceil(words / paragraph) }, (_, n) =>
      own.slice(n * paragraph, (n + 1) * paragraph).join(' '),
    );
  };
}
