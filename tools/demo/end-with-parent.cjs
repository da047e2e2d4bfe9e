'use strict';
// Loaded with --require into the demo's servers: when the demo is killed, nobody is left to stop them.
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.exit(1));
}
