/** Each command of `wp itih` with what it has to show, and how it ends. */

export interface Expected {
  /** Words after `wp itih`; `<port>` and the like stand for what is known then. */
  words: string[];
  says: RegExp;
  /** Exit codes; 0 by default. */
  codes?: number[];
}

const shows = (words: string, says: RegExp): Expected => ({ words: words.split(' '), says });
/** systemd is not in charge of the beds, which is said. */
const refuses = (words: string, says: RegExp): Expected => ({ ...shows(words, says), codes: [1] });

/** Before a sidecar runs. */
export const before: Expected[] = [
  refuses('sidecar install', /systemd is not in charge here[\s\S]*\nExecStart=/),
  refuses('sidecar status', /is not installed/),
  refuses('sidecar logs', /is not installed/),
  refuses('sidecar restart', /is not installed/),
  refuses('sidecar uninstall', /is not installed/),
  refuses('status', /Nothing answers at/),
];

/** With one. */
export const during: Expected[] = [
  shows('status', /version/),
  shows('doctor --format=json', /"check":"connection","result":"ok"/),
  shows('doctor --snippets=nginx', /location/),
  shows('doctor --snippets=apache', /Proxy/),
  shows('doctor --snippets=caddy', /reverse_proxy/),
  shows('doctor --bundle=<bundle>', /Wrote <bundle>/),
  shows('index', /being indexed/),
  shows('documents list', /Opening hours/),
  { words: ['search', 'opening hours'], says: /Opening hours/ },
  { words: ['ask', 'When is the museum open?'], says: /ten to five[\s\S]*\[1\] Opening hours/ },
  shows('settings list', /chat\.top_k/),
  shows('settings get chat.top_k', /^\d+\n$/),
  shows('settings set chat.top_k 6', /Success: chat\.top_k: 6/),
  shows('documents add https://museum.example/', /Success: Document/),
  shows('documents process <document>', /is being read again/),
  shows('documents delete <document> --yes', /is removed/),
  shows('chats list', /lighthouse/),
  shows('chats export', /lighthouse/),
  shows('gaps list', /lighthouse/),
  shows('models list', /english/),
  refuses('models download', /not from a release/),
  shows('gaps ignore <gap>', /is ignored/),
  shows('chats delete --all --yes', /Success: 1 conversation is deleted/),
  shows('site moved', /Success: This is the site at/),
  refuses('import --dry-run', /no tables of the plugin/),
];
