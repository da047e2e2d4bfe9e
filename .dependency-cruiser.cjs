/** The direction of dependencies; each rule says why it is there. */

/**
 * The folders of `server/`, top to bottom. A folder imports, types included, only from those below it, so
 * no two folders need each other. Files directly in `server/` are programs: they are above all of them.
 */
const layers = [
  ['cli', 'http'],
  ['composition'],
  ['chat'],
  ['retrieval', 'ingestion'],
  ['question', 'embedding'],
  ['mcp'],
  ['providers'],
  ['jobs'],
  ['wordpress'],
  ['config'],
  ['storage'],
  ['net', 'secrets'],
  ['text'],
  ['language'],
  ['runtime'],
  ['errors'],
  ['contract'],
];

/** The rooms of `server/chat/`, top to bottom: a room imports only from those below it. */
const rooms = ['conversations', 'gaps', 'common-questions', 'answer', 'limits', 'citations'];

const server = (folders) => `^server/(${folders})/`;
/** Data of the contract that bundles may have: they import no values, so that no schema comes along. */
const plainTables = '^server/contract/(providers|presets|themes|system-prompt)\\.ts$';
const usecases = server('chat|question|retrieval|ingestion|embedding|jobs|mcp');
/** An adapter is a folder, or files that begin with the same word (`storage/mysql*.ts`). Captured. */
const adapter = `^(server/(?:${[
  'providers/(?!shared)[a-z-]+/',
  'retrieval/(?:relational|vectorize)/',
  'storage/(?:mysql|sqlite)',
].join('|')}))[^/]*ts$`;
/** A package as it is resolved, wherever npm put it. */
const packages = (names) => `(^|/)node_modules/(${names})(/|$)`;
/** Beside their source, or below `test/`. */
const tests = '^test/|\\.test\\.tsx?$';

/** Only the files of `allowed` may import the packages. */
const only = (name, names, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { pathNot: allowed },
  to: { path: packages(names) },
});

/** Tests of a module build it with whatever it needs. */
const exceptFromTests = (rule) => ({
  ...rule,
  from: { ...rule.from, pathNot: [rule.from.pathNot ?? [], tests].flat() },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Modules that need each other, even for a type, cannot be read, tested or replaced one at a time.',
      from: {},
      to: { circular: true },
    },
    ...layers.slice(1).map((folders, index) => ({
      name: `layers-${folders.join('-')}`,
      severity: 'error',
      comment: 'A folder imports only from the layers below its own.',
      from: { path: server(folders.join('|')) },
      to: {
        path: `${server(
          layers
            .slice(0, index + 1)
            .flat()
            .join('|'),
        )}|^server/[^/]+$`,
      },
    })),
    ...rooms.slice(1).map((room, index) => ({
      name: `rooms-${room}`,
      severity: 'error',
      comment: 'A room of the chat imports only from the rooms below it.',
      from: { path: server(`chat/${room}`) },
      to: { path: server(`chat/(?:${rooms.slice(0, index + 1).join('|')})`) },
    })),
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'An import that does not resolve would fail when the program starts.',
      from: {},
      // The package names a file of types that it does not have.
      to: { couldNotResolve: true, pathNot: '^numfmt$' },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      comment:
        'Server, admin, widget and shim share the contract: whatever it imported, all of them would.',
      from: { path: '^server/contract/' },
      to: { pathNot: ['^server/contract/', packages('zod')] },
    },
    {
      name: 'bundles-import-only-the-contract',
      severity: 'error',
      comment:
        'The server must not end up in a browser: its contract is all that a bundle may know.',
      from: { path: '^(admin|widget)/' },
      to: { path: '^server/', pathNot: '^server/contract/' },
    },
    {
      name: 'bundles-import-only-types',
      severity: 'error',
      comment:
        'A value of the contract would bring zod into every page of the site; plain tables import nothing.',
      from: { path: '^(admin|widget)/' },
      to: { path: '^server/', pathNot: plainTables, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plain-tables-import-only-types',
      severity: 'error',
      comment: 'The admin screens import their values.',
      from: { path: plainTables },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'bundles-are-separate',
      severity: 'error',
      comment:
        'The widget is loaded on every page: nothing of the admin screens may weigh it down. The owner reads answers as visitors see them, so the admin screens share its reader of them.',
      from: { path: '^(admin|widget)/' },
      to: { path: '^(admin|widget)/', pathNot: ['^$1/', '^widget/(markdown|quotation)\\.ts$'] },
    },
    {
      name: 'use-cases-know-no-http',
      severity: 'error',
      comment: 'A use case answers a route, a job, the command line and a test alike.',
      from: { path: usecases },
      to: { path: '^server/http/' },
    },
    {
      name: 'use-cases-know-no-adapter',
      severity: 'error',
      comment: 'They speak to ports, so that a provider or a store is exchanged in one place.',
      from: { path: usecases, pathNot: adapter },
      to: { path: adapter },
    },
    {
      name: 'adapters-know-no-adapter',
      severity: 'error',
      comment:
        'An adapter can be removed with its files. Those of one adapter begin with the same word.',
      from: { path: adapter },
      to: { path: adapter, pathNot: '^$1' },
    },
    {
      name: 'only-services-builds-adapters',
      severity: 'error',
      comment:
        'server/composition/services.ts, with provider-kinds.ts for the vendors, is the only place that chooses implementations.',
      from: {
        path: '^server/',
        pathNot: ['^server/composition/', adapter],
      },
      to: { path: adapter, dependencyTypesNot: ['type-only'] },
    },
    only(
      'express-only-in-http',
      'express',
      ['^server/http/', '^bench/relay/sdk'],
      'Everything behind the routes works without HTTP.',
    ),
    only(
      'mysql2-only-in-its-adapter',
      'mysql2',
      ['^server/storage/mysql[^/]*\\.ts$'],
      'All else speaks to the Database port.',
    ),
    only(
      'node-cron-only-in-schedule',
      'node-cron',
      ['^server/composition/schedule\\.ts$'],
      'The clock only enqueues; work is done by jobs.',
    ),
    only(
      'document-parsers-only-in-loaders',
      'pdf-parse|mammoth|@embedpdf/pdfium|marked|yaml|yauzl',
      ['^server/ingestion/read/', '^server/language/', '^tools/demo/'],
      'Parsers of untrusted files stay behind the loaders, which bound their time and memory. The files of languages are our own.',
    ),
    only(
      'cheerio-only-in-ingestion',
      'cheerio',
      ['^server/ingestion/'],
      'HTML is read once, when it is indexed.',
    ),
    only(
      'openai-only-in-its-adapters',
      'openai',
      ['^server/providers/openai/', '^bench/relay/sdk'],
      'A vendor SDK is known to its adapter alone.',
    ),
    only(
      'anthropic-only-in-its-adapter',
      '@anthropic-ai/sdk',
      ['^server/providers/anthropic/'],
      'A vendor SDK is known to its adapter alone.',
    ),
    only(
      'mcp-sdk-only-in-mcp',
      '@modelcontextprotocol/client',
      ['^server/mcp/'],
      'The pipeline knows tools, not where they come from.',
    ),
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      comment:
        'The product must work without its tests. Benchmarks bill by the cache of a fake vendor, and ask a sidecar between a fake site and a fake vendor. The compatibility run streams from a sidecar of a fake site.',
      from: {
        pathNot: [
          '^bench/(?:cost|parts/whole-site|parts/prompt-oracle)\\.ts$',
          '^tools/compatibility\\.ts$',
        ],
      },
      to: { path: tests },
    },
    {
      name: 'product-imports-no-tools',
      severity: 'error',
      comment: 'Tools, benchmarks and examples are for development and do not ship.',
      from: { path: '^(server|admin|widget)/' },
      to: { path: '^(tools|bench|examples)/' },
    },
    {
      name: 'examples-import-only-types',
      severity: 'error',
      comment: 'An example is copied out of the project: without its types it goes on working.',
      from: { path: '^examples/' },
      to: { path: '^(server|admin|widget|test|tools|bench)/', dependencyTypesNot: ['type-only'] },
    },
  ].map(exceptFromTests),
  options: {
    // Type-only imports are dependencies too, and are told apart.
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^tools/[^/]+/node_modules/', '^plugin-shim/build/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
