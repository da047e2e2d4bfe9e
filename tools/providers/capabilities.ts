/** Suites whose names begin with one of these, and in them the tests whose titles match, show a capability. */
export interface Capability {
  name: string;
  suites: readonly string[];
  tests: RegExp;
}

const any = /^/;
const late = /hang|stall|waits no longer than its limit/;

/** The columns of the table of providers. A suite is named `KIND: PROVIDER`, or `KIND: PROVIDER, WHAT IS SPECIAL`. */
export const capabilities: readonly Capability[] = [
  { name: 'text', suites: ['language model'], tests: any },
  { name: 'reasoning on/off', suites: ['reasoning on and off'], tests: any },
  { name: 'tools', suites: ['tools and reasoning'], tests: any },
  {
    name: 'tools with reasoning',
    suites: ['tools and reasoning'],
    tests: /^thinks, calls, thinks again/,
  },
  { name: 'usage with cache', suites: ['usage with cache'], tests: any },
  {
    name: 'errors',
    suites: ['language model of a vendor', 'embedder of a vendor', 'reranker'],
    tests: /^(?:meets|tells of|gets over|says what the vendor refuses)(?!.*(?:hang|stall))/,
  },
  {
    name: 'time-outs',
    suites: ['language model of a vendor', 'embedder of a vendor', 'reranker'],
    tests: late,
  },
  { name: 'embeddings', suites: ['embedder'], tests: any },
  { name: 'rerank', suites: ['reranker'], tests: any },
];
