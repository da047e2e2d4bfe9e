import { ModelThread } from '../../../server/providers/local/model-thread.ts';

/** Closes its thread while a text is embedded, and says when that is done. */
const thread = new ModelThread({ program: new URL('./odd-thread.ts', import.meta.url) });
const { signal } = new AbortController();
thread.embed('/one', ['hang'], { purpose: 'query', signal }).catch(() => undefined);
await new Promise((resolve) => setTimeout(resolve, 300));
await thread.close();
console.log('closed');
