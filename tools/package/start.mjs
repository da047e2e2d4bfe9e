// The beginning of a release's program, `cli.mjs` there. Parts of the program are imported when they are needed first,
// and an update may have replaced all files by then: they are held open, and read from there.
import { openSync, readdirSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { URL } from 'node:url';

// Later imports start faster the next time.
module.enableCompileCache();

/** Names with a hash of their content; others are imported at the start. */
const isPart = /-[A-Z0-9]{8}\.mjs$/;

/**
 * From Node 22.15 on. A part that is there is loaded as usual: its name says that it is the same one.
 * https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
function holdParts() {
  const folder = new URL('./', import.meta.url);
  const names = readdirSync(folder).filter((name) => isPart.test(name));
  const held = new Map(
    names.map((name) => {
      const url = new URL(name, folder);
      return [url.href, openSync(url)];
    }),
  );
  module.registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        const url = URL.parse(specifier, context.parentURL)?.href ?? '';
        if (!held.has(url)) throw error;
        return { url, format: 'module', shortCircuit: true };
      }
    },
    load(url, context, next) {
      try {
        return next(url, context);
      } catch (error) {
        const descriptor = held.get(url);
        if (descriptor === undefined) throw error;
        return { format: 'module', source: readFileSync(descriptor), shortCircuit: true };
      }
    },
  });
}

if (module.registerHooks) holdParts();
await import('../../server/cli.ts');
