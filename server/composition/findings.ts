import type { Finding, StatusReply } from '../contract/admin.ts';

/** Seconds after which a waiting document means that the queue stands still. */
const stuck = 15 * 60;

const knowledge = 'itih-rag-chat-knowledge';
export const settings = 'itih-rag-chat-settings';

export const good = (label: string, says = ''): Finding => ({
  ...{ status: 'good', label, says },
  ...{ next: '', page: '' },
});
const wrong =
  (status: Finding['status']) =>
  (label: string, says: string, next: string, page = ''): Finding => ({
    ...{ status, label, says, next, page },
  });
export const recommended = wrong('recommended');
export const critical = wrong('critical');
export const unknown = wrong('unknown');

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

function bridge({ bridge }: StatusReply): Finding {
  if (bridge.ok) {
    return good(
      'The answer service reaches this site',
      'It reads posts and settings with signed calls.',
    );
  }
  return critical(
    'The answer service does not reach this site',
    `It cannot read posts and settings, so the chat knows nothing new. ${bridge.message}`,
    "Let the answer service's server call the site: a firewall, a password for the whole site, a security plugin, a wrong ITIH_SITE_URL or another secret stops it.",
  );
}

function queue({ queue }: StatusReply): Finding {
  const { queued, processing, failed, paused, waiting_s: waiting } = queue;
  const says = `${queued} documents wait, ${processing} are being processed, ${failed} have failed.`;
  if (paused) {
    return recommended(
      'Reading is paused',
      says,
      'Let it go on under "What it has read".',
      knowledge,
    );
  }
  if (queued > 0 && processing === 0 && waiting > stuck) {
    return critical(
      'Indexing stands still',
      `${says} The first one has waited for ${Math.floor(waiting / 60)} minutes.`,
      'Read the log of the answer service, then start it again.',
      knowledge,
    );
  }
  if (failed === 0) return good('The indexing queue works', says);
  return recommended(
    'Some documents could not be indexed',
    says,
    'The knowledge base shows the reason of each, and can try again.',
    `${knowledge}&status=failed`,
  );
}

/** Says whether the sidecar can look at the site as a guest, by which it decides what the chat tells. */
function guests({ guests }: StatusReply): Finding {
  const { access = 'unknown', reason = '', withheld = 0, stopped = null } = guests ?? {};
  if (stopped) {
    return critical(
      'Many pages are suddenly not shown to guests',
      `${stopped.turned} of ${stopped.looks} pages were refused or lead elsewhere. The chat goes on telling them, and looks again once a day.`,
      'Look whether a firewall refuses the answer service. If the pages are meant to be closed, choose "Read again" for all documents under "What it has read".',
      knowledge,
    );
  }
  if (access === 'unreachable') {
    return recommended(
      'The chat cannot look at the pages as a guest',
      `So it tells everything that is published, also what a plugin keeps for members. ${reason}`,
      "Let the answer service's server ask for the pages of this site: a firewall, a challenge or a maintenance page stops it.",
    );
  }
  if (access === 'closed') {
    return good(
      'The site is closed to guests, and so is the chat',
      'It answers only visitors who are logged in, from everything that is published.',
    );
  }
  if (access === 'off') {
    return good(
      'The chat tells what is published',
      'It does not look at the pages as a guest: you have switched that off.',
    );
  }
  return good(
    'The chat tells what guests are shown',
    `${withheld} published posts are not used because guests are not shown them.`,
  );
}

const databaseProblems: Record<string, [label: string, says: string, next: string]> = {
  disk_full: [
    "The disk with the chat's database is full",
    'Visitors get answers, but conversations are not kept, and nothing new is indexed.',
    'Make room on the disk; the chat goes on by itself. docs/troubleshooting.md says what may go.',
  ],
  locked: [
    'Another program holds the tables of the chat',
    'Visitors are asked to wait.',
    'Wait until the backup, or what else locks them, has ended; the chat goes on by itself.',
  ],
  unreachable: [
    'The answer service cannot write to its database',
    'It may be starting, or be read only.',
    'See the log of the database; the answer service goes on by itself.',
  ],
};

function database({ database }: StatusReply): Finding {
  // It answers, and only refuses what is written.
  const problem = databaseProblems[database.problem ?? ''];
  if (problem && database.engine !== '') return critical(...problem);
  if (database.ok) {
    return good("The answer service's database works", `${database.engine} ${database.version}.`);
  }
  return critical(
    'The answer service does not reach its database',
    '',
    'Start the database, or see ITIH_DATABASE_URL; the answer service connects again by itself. Its log has the reason.',
  );
}

const modes = {
  native: 'the database compares the vectors',
  memory: 'vectors are compared in memory',
  table: 'vectors are read from the table for each question',
  hosted: 'a hosted index compares the vectors',
  none: 'there are no vectors, so the search compares words',
} as const;

function index({ index, vector_store: store }: StatusReply): Finding {
  const by = index.embedder === '' ? 'words alone' : `words and ${index.embedder}`;
  const says = `Pages are found by ${by}; ${modes[store.mode]}: ${store.vectors}. ${store.reason}`;
  if (index.replaced) {
    const { before, now } = index.replaced;
    return recommended(
      'Another model answers under the name of the chosen one',
      `${index.embedder} has ${now} dimensions now, and had ${before}, so that pages are found by their words alone.`,
      'Start the former model again, or wait until the index is built anew.',
      settings,
    );
  }
  if (store.warnings.length > 0) {
    const all = [says, ...store.warnings].join(' ');
    const next = 'The settings of the vector store say more, and Search in docs/configuration.md.';
    return recommended('The search of the chat needs attention', all, next, settings);
  }
  if (store.mode !== 'table') return good('The search of the chat works', says);
  return recommended(
    'The search of the chat is slower than it could be',
    says,
    'Give the answer service more memory (ITIH_SEARCH_MEMORY_MB), or use a database with vectors, such as MariaDB 11.8.',
    settings,
  );
}

/** Steps by the reason for which visitors are turned away; the most frequent causes first. */
const remedies = {
  relayed:
    'No PHP worker was free to pass answers on. Lead the chat past PHP: the check "Streamed answers" says how. Or let more workers wait for answers, in the limits of the chat, or give PHP more of them.',
  total:
    'As many answers were being written as the limit for all allows. Raise it in the limits of the chat if the server has room.',
  starting:
    'The processor of the answer service was busy for too long. Give it a faster one, or start a second answer service.',
  address:
    'Many asked at one address, as in a company or a school. Raise the limit for one address.',
} as const;

/** Says whether visitors of today were turned away or got answers of a model that stood in. */
function visitors({ today }: StatusReply): Finding {
  const { waited = 0, turned_away: refused = [], failures = [], stood_in: stoodIn } = today ?? {};
  const waiting =
    waited === 0
      ? ''
      : ` ${counted(waited, 'visitor waited, and was', 'visitors waited, and were')} answered then.`;
  for (const [reason, next] of Object.entries(remedies)) {
    const count = refused.find((each) => each.reason === reason)?.count ?? 0;
    if (count > 0) {
      return recommended(
        'Visitors of the chat were turned away',
        `${counted(count, 'question was', 'questions were')} turned away today.${waiting}`,
        next,
        reason === 'starting' ? '' : settings,
      );
    }
  }
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  if (failed === 0) return good('No visitor of the chat was turned away today', waiting.trim());
  const vendors = [...new Set(failures.map(({ provider }) => provider))].join(', ');
  const builtin = stoodIn?.builtin ? ' The built-in answers stand in.' : '';
  return recommended(
    'A vendor of the chat failed visitors',
    `${counted(failed, 'call', 'calls')} failed today: ${vendors}.${builtin}`,
    'The dashboard says how, and what to do; "Test" in the settings tries the vendor at once.',
    settings,
  );
}

const checks = { bridge, queue, guests, database, index, visitors };

/** Says of each part of a running sidecar whether it works, in words for its owner. */
export const findingsOf = (status: StatusReply): Record<keyof typeof checks, Finding> => {
  const entries = Object.entries(checks).map(([name, check]) => [name, check(status)]);
  return Object.fromEntries(entries) as Record<keyof typeof checks, Finding>;
};
