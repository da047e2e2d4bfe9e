// Start file for Phusion Passenger: "Setup Node.js App" of cPanel, Plesk's Node.js, Passenger itself. It takes over
// the first listen() of this very process, so the launcher, which becomes another process, does not work there.
// https://www.phusionpassenger.com/docs/advanced_guides/in_depth/node/reverse_port_binding.html
const { existsSync } = require('fs');
const { resolve } = require('path');

// In a release this folder is wp-content/plugins/itih-rag-chat/sidecar.
const around = resolve(__dirname, '../../../..');
const isElsewhere = process.env.ITIH_CONNECT || process.env.ITIH_SECRET;
const wp = process.env.ITIH_WP || (existsSync(resolve(around, 'wp-load.php')) ? around : '');

process.env.ITIH_SUPERVISED = '1';
process.argv.splice(2, Infinity, 'serve', ...(wp && !isElsewhere ? ['--wp', wp] : []));
import('./cli.ts');
