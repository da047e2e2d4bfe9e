import { nodeOf, phpOf } from './programs.ts';

/** A site on the test bed: versions as the bed knows them. */
export interface Site {
  php: string;
  /** The Debian suite whose WordPress it is, or its folder. */
  wordpress: string;
  database: string;
  node: string;
}

/** Debian suites, which have WordPress 6.1, 6.8 and the newest. */
const suites = ['bookworm', 'trixie', 'sid'];
const usual: Site = { php: '8.2', wordpress: 'sid', database: 'MariaDB 10.11', node: '24' };

/** Every PHP with every WordPress; every database and every Node.js with the newest WordPress. */
export const bedSites: Site[] = [
  ...['8.2', '8.4'].flatMap((php) => suites.map((wordpress) => ({ ...usual, php, wordpress }))),
  ...['MariaDB 11.8', 'MySQL 9', 'MySQL 5.6'].map((database) => ({ ...usual, database })),
  ...['22', '26'].map((node) => ({ ...usual, node })),
];

/** The usual site with another WordPress. */
export const withWordpress = (wordpress: string): Site => ({ ...usual, wordpress });

/** Those that the plugin runs on. */
export const phpVersions = ['8.0', '8.1', '8.2', '8.3', '8.4', '8.5'];

export const nameOfStream = (php: string) => `streamed answer, PHP ${php}`;

/** Every PHP with every WordPress, without servers. */
export const shimSites = phpVersions.flatMap((php) =>
  suites.map((wordpress) => ({ php, wordpress })),
);

export const nameOfShimSite = ({ php, wordpress }: (typeof shimSites)[number]) =>
  `shim, PHP ${php}, WordPress of ${wordpress}`;

export const nameOfSite = ({ php, wordpress, database, node }: Site) =>
  `bed, PHP ${php}, WordPress of ${wordpress}, ${database}, Node ${node}`;

/** The Node.js and the environment that make the bed this site. */
export async function environmentOf({ php, wordpress, database, node }: Site) {
  const folders = php === usual.php ? [] : [await phpOf('trixie', php)];
  return {
    program: node === usual.node ? process.execPath : await nodeOf(node),
    env: {
      PATH: [...folders, process.env['PATH']].join(':'),
      ITIH_WORDPRESS_SUITE: wordpress,
      // Without it the bed takes the MariaDB that the machine has.
      ...(database !== usual.database && { ITIH_WORDPRESS_ENGINE: database }),
    },
  };
}
