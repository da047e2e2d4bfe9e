import { withoutSlash } from '../net/without-slash.ts';
import type { Passage } from '../storage/chunks.ts';
import { fold } from '../text/fold.ts';
import { tokenize } from '../text/tokenize.ts';

export interface PriorOptions {
  /** The page that the visitor is on, or null. */
  pageUrl: string | null;
  /** Documents that the last answer cites, if the question refers back to it. */
  cited: ReadonlySet<number>;
  /** Unix milliseconds. */
  now: number;
}

/** A post is about an event or of its day; a page is kept up to date. */
export const postFactor = 0.85;

/** Factors of a passage's score by the page that it is on, before anything is known of the question. */
const factors = {
  /** The page that the visitor looks at. */
  here: 1.5,
  /** A page that the last answer cites, for a question that refers back. */
  cited: 1.25,
  /** The front page, or in a menu: a site's own choice of its most important pages. */
  prominent: 1.04,
  /** By each year of a post, down to `minAge`. */
  yearly: 0.85,
  minAge: 0.6,
  /** A notice about personal data has an address, times and durations, too. */
  privacy: 0.85,
};

/** Words of the titles of such notices. */
const privacyWords = new Set(
  (
    'privacy cookie cookies gdpr datenschutz datenschutzerklärung datenschutzhinweise impressum confidentialité ' +
    'rgpd privacidad privacidade riservatezza privacybeleid privacyverklaring prywatności soukromí integritetspolicy ' +
    'personvern privatliv tietosuoja gizlilik confidențialitate adatvédelem απορρήτου конфиденциальности ' +
    'конфіденційності الخصوصية פרטיות गोपनीयता privasi 隐私 プライバシー 개인정보'
  )
    .split(' ')
    .map(fold),
);

const year = 365.25 * 24 * 60 * 60 * 1000;

function pathOf(address: string): string | null {
  const url = URL.parse(address);
  return url && withoutSlash(url.host + url.pathname);
}

/** Returns the factor of a passage's score. */
export function priorOf(
  { documentId, title, url, postType, published, prominent }: Passage,
  { pageUrl, cited, now }: PriorOptions,
): number {
  let factor = prominent ? factors.prominent : 1;
  if (pageUrl && url && pathOf(url) === pathOf(pageUrl)) factor *= factors.here;
  if (cited.has(documentId)) factor *= factors.cited;
  if (tokenize(title).some((word) => privacyWords.has(word))) factor *= factors.privacy;
  if (postType === 'post') {
    const age = published > 0 ? Math.max(0, (now - published) / year) : 0;
    factor *= postFactor * Math.max(factors.minAge, factors.yearly ** age);
  }
  return factor;
}
