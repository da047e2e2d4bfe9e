'use strict';
// Loaded with --require into the Playground CLI, which has no --host and listens on every interface.
const net = require('node:net');

const listen = net.Server.prototype.listen;
const isPort = (value) => typeof value === 'number' || /^\d+$/.test(value);

net.Server.prototype.listen = function listenOnLoopback(...args) {
  const [first] = args;
  if (typeof first === 'object' && first !== null && first.port !== undefined && !first.path) {
    args[0] = { ...first, host: '127.0.0.1' };
  } else if (isPort(first)) {
    const callbacks = args.filter((arg) => typeof arg === 'function');
    args = [{ port: Number(first), host: '127.0.0.1' }, ...callbacks];
  }
  return listen.apply(this, args);
};
