import { __, sprintf } from '@wordpress/i18n';
import type { Site, Way } from '../../site.ts';

/** The oldest version that runs the service: `engines` of package.json. */
export const leastNode = '22.13';

/** One thing to do, with what is to be copied for it. */
export interface Doing {
  title: string;
  text?: string;
  lines?: string[];
  /** A form that belongs to it: for the address, for a code, or for both. */
  form?: 'address' | 'code' | 'both';
  /** Names and values for a form elsewhere. */
  fields?: [string, string][];
  /** Ways to do the same at several vendors. */
  vendors?: Vendor[];
}

interface Vendor {
  name: string;
  text?: string;
  lines: string[];
  /** Where its own page does it. */
  link?: string;
}

/** Facts that WordPress knows, and the address that was typed. */
export interface Known {
  site: Pick<Site, 'homeUrl' | 'place'>;
  /** Where WordPress is to reach the service; may be empty. */
  address: string;
  /** Value of ITIH_CONNECT; empty: none was made yet. */
  code: string;
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '');

const logIn = ({ place }: Known['site']): Doing => ({
  title: __('Log in to the server', 'itih-rag-chat'),
  text: place.account
    ? sprintf(
        /* translators: 1: a folder. 2: name of an account of the server. */
        __('As you always do. The site is in %1$s and belongs to %2$s.', 'itih-rag-chat'),
        place.path,
        place.account,
      )
    : sprintf(
        /* translators: %s: a folder. */
        __('As you always do. The site is in %s.', 'itih-rag-chat'),
        place.path,
      ),
});

const start = ({ place }: Known['site'], line: string): Doing => ({
  title: __('Start the answer service', 'itih-rag-chat'),
  lines: [line],
  text: place.account
    ? sprintf(
        /* translators: %s: name of an account of the server. */
        __(
          'sudo is needed once, so that it starts again after a restart of the server. The service itself runs as %s and cannot be reached from outside.',
          'itih-rag-chat',
        ),
        place.account,
      )
    : __(
        'sudo is needed once, so that it starts again after a restart of the server. The service cannot be reached from outside.',
        'itih-rag-chat',
      ),
});

const panel = ({ site: { place }, address }: Known): Doing[] => [
  {
    title: __('Copy the service out of the website', 'itih-rag-chat'),
    text: __(
      'In the file manager of the panel: copy this folder to one that is not part of the website, such as “itih” in your home folder.',
      'itih-rag-chat',
    ),
    lines: [place.folder],
  },
  {
    title: __('Make an application', 'itih-rag-chat'),
    text: sprintf(
      /* translators: %s: a version, such as 22.13. */
      __(
        'In cPanel it is called “Setup Node.js App”, in Plesk “Node.js”. Choose Node.js %s or newer, the copied folder as its root, and a subdomain of its own with HTTPS.',
        'itih-rag-chat',
      ),
      leastNode,
    ),
    fields: [
      [__('Application startup file', 'itih-rag-chat'), 'passenger.cjs'],
      [__('Variable ITIH_WP', 'itih-rag-chat'), place.path],
    ],
  },
  {
    title: __('Say where it is', 'itih-rag-chat'),
    text: address ? '' : __('The subdomain, such as https://chat.example.com.', 'itih-rag-chat'),
    form: 'address',
  },
];

const connectVariable = (code: string) => `ITIH_CONNECT=${code || '…'}`;

const docker = ({ site: { place }, address, code }: Known): Doing[] => {
  const inNetwork = hostOf(address) !== '' && !/^(127\.|localhost)/.test(hostOf(address));
  const reach = inNetwork ? '--network …' : '-p 127.0.0.1:8790:8790';
  return [
    {
      title: __('Get the code', 'itih-rag-chat'),
      text:
        place.found === 'docker'
          ? __(
              'WordPress seems to be in a container: the address is then the name of the service’s container.',
              'itih-rag-chat',
            )
          : '',
      form: 'both',
    },
    {
      title: __('Start the answer service', 'itih-rag-chat'),
      text: inNetwork
        ? __('In place of … write the network of the container of WordPress.', 'itih-rag-chat')
        : '',
      lines: [
        place.build,
        `docker run -d --name itih --restart unless-stopped --read-only --tmpfs /tmp -v itih:/state ${reach} -e ${connectVariable(code)} itih-rag-chat`,
      ],
    },
  ];
};

/** The repository of a release, from the address of its files. */
const repositoryOf = (release: string) => /^(https:\/\/[^?#]+?)\/releases\//.exec(release)?.[1];

const vendors = ({ site: { place }, code }: Known): Vendor[] => {
  const repository = repositoryOf(place.release);
  const render: Vendor[] = repository
    ? [
        {
          name: 'Render',
          text: __('It asks for these two:', 'itih-rag-chat'),
          lines: [connectVariable(code), `RELEASE=${place.release}itih-rag-chat.zip`],
          link: `https://render.com/deploy?repo=${encodeURIComponent(repository)}`,
        },
      ]
    : [];
  return [
    ...render,
    {
      name: 'Fly.io',
      lines: [
        'fly launch --copy-config --no-deploy',
        `fly secrets set ${connectVariable(code)}`,
        'fly deploy --ha=false',
      ],
    },
    {
      name: 'Railway',
      lines: [
        'railway init',
        'railway add --service itih',
        'railway volume add --mount-path /state',
        `railway variables --set "${connectVariable(code)}" --set PORT=8790`,
        'railway up',
        'railway domain --port 8790',
      ],
    },
    {
      name: 'Google Cloud Run',
      text: __(
        'It keeps no files: tick “My host keeps no files”, and expect it to read your pages again after each restart.',
        'itih-rag-chat',
      ),
      lines: [
        `gcloud run deploy itih-rag-chat --source . --port 8790 --memory 1Gi --min-instances 1 --max-instances 1 --no-cpu-throttling --allow-unauthenticated --set-env-vars ${connectVariable(code)}`,
      ],
    },
  ];
};

const cloud = (known: Known): Doing[] => [
  { title: __('Get the code', 'itih-rag-chat'), form: 'code' },
  {
    title: __('Start the service there', 'itih-rag-chat'),
    text: __(
      'The lines are for a terminal on your own computer, in the folder “sidecar” of the unpacked archive of this plugin.',
      'itih-rag-chat',
    ),
    vendors: vendors(known),
  },
  {
    title: __('Say where it is', 'itih-rag-chat'),
    text: __('The cloud shows the address of the service when it has started.', 'itih-rag-chat'),
    form: 'address',
  },
];

const elsewhere = ({ site: { homeUrl }, address }: Known): Doing[] => {
  const program = 'itih-rag-chat/sidecar/itih.mjs';
  const home = homeUrl.replace(/\/$/, '');
  return [
    {
      title: __('Take any small machine that runs Node.js', 'itih-rag-chat'),
      text: sprintf(
        /* translators: %s: a version, such as 22.13. */
        __(
          'It needs Node.js %s or newer, 768 MB of memory, and an address with HTTPS. Unpack the archive of this plugin there. If the machine has no web server yet, Caddy gets a certificate by itself:',
          'itih-rag-chat',
        ),
        leastNode,
      ),
      lines: [
        'unzip itih-rag-chat.zip',
        `sudo caddy reverse-proxy --from ${hostOf(address) || 'chat.example.com'} --to 127.0.0.1:8790`,
      ],
    },
    {
      title: __('Connect it', 'itih-rag-chat'),
      text: __(
        'The first line leads you to a page of this site, where you approve the connection.',
        'itih-rag-chat',
      ),
      lines: [
        `node ${program} connect ${home} --address ${address || 'https://chat.example.com'}`,
        `sudo node ${program} service install --connected ${home}`,
      ],
    },
  ];
};

/** Returns what to do on a way, in its order, with the lines of this very site. */
export function doings(way: Way, known: Known): Doing[] {
  const { site } = known;
  const { place } = site;
  switch (way) {
    case 'cli':
      return [logIn(site), start(site, `sudo ${place.wp} --allow-root`)];
    case 'node':
      return [logIn(site), start(site, `sudo ${place.node}`)];
    case 'panel':
      return panel(known);
    case 'docker':
      return docker(known);
    case 'cloud':
      return cloud(known);
    case 'elsewhere':
      return elsewhere(known);
    case 'unknown':
      return [];
    default:
      return way satisfies never;
  }
}

/** Whether a way needs the program that comes with the plugin on this server. */
export const needsProgram = (way: Way) => way !== 'cloud' && way !== 'elsewhere';
