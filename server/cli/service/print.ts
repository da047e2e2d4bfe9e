import { basename, dirname } from 'node:path';

/** Ways to keep a sidecar running where systemd is not in charge. */
export const managers = ['supervisor', 'pm2', 'compose', 'passenger'] as const;
export type Manager = (typeof managers)[number];

interface Printed {
  name: string;
  node: string;
  launcher: string;
  wp: string;
  /** Address of a site of a network; empty: the main site. */
  url: string;
  port: number;
  /** Account that owns the site's files. */
  uid: number;
}

const quoted = (text: string) => JSON.stringify(text);

/** Returns the configuration with which a process manager keeps a sidecar running. */
export function configurationFor(
  manager: Manager,
  { name, node, launcher, wp, url, port, uid }: Printed,
): string {
  const site = url === '' ? [] : ['--url', url];
  const args = ['serve', '--wp', wp, ...site];
  switch (manager) {
    case 'supervisor':
      return [
        `; /etc/supervisor/conf.d/${name}.conf; then: supervisorctl update`,
        `[program:${name}]`,
        `command=${[node, launcher, ...args].map(quoted).join(' ')}`,
        `environment=ITIH_PORT="${port}",ITIH_SUPERVISED="1"`,
        `user=${uid}`,
        'autorestart=true',
        'stopwaitsecs=15',
      ].join('\n');
    case 'pm2':
      return [
        `// ${name}.config.cjs; then: pm2 start ${name}.config.cjs && pm2 save`,
        'module.exports = {',
        `  apps: [{ name: ${quoted(name)}, script: ${quoted(launcher)}, args: ${JSON.stringify(args)},`,
        `    interpreter: ${quoted(node)}, env: { ITIH_PORT: '${port}', ITIH_SUPERVISED: '1' }, kill_timeout: 15000 }],`,
        '};',
      ].join('\n');
    case 'compose':
      return [
        '# A service beside the one of WordPress, which shares its files',
        'services:',
        '  itih:',
        '    image: node:24-slim',
        '    restart: unless-stopped',
        '    user: "33:33"',
        `    command: ${JSON.stringify(['node', '/var/www/html/wp-content/plugins/itih-rag-chat/sidecar/itih.mjs', 'serve'])}`,
        '    environment:',
        '      ITIH_HOST: 0.0.0.0',
        `      ITIH_PORT: "${port}"`,
        '      ITIH_SUPERVISED: "1"',
        '      ITIH_SECRET: ${ITIH_SECRET:?as in wp-config.php}',
        '      ITIH_SITE_URL: http://wordpress',
        '      ITIH_DATABASE_URL: mysql://${DB_USER}:${DB_PASSWORD}@db:3306/${DB_NAME}?prefix=wp_',
        '      ITIH_CACHE_DIR: /state',
        '    volumes:',
        '      - wordpress:/var/www/html:ro',
        '      - itih:/state',
        'volumes:',
        '  itih:',
        '# In wp-config.php:',
        "#   define( 'ITIH_SECRET', '…' );",
        `#   define( 'ITIH_SIDECAR_URL', 'http://itih:${port}' );`,
      ].join('\n');
    case 'passenger': {
      const startFile = launcher.replace(/itih\.mjs$/, 'passenger.cjs');
      return [
        '# "Setup Node.js App" of cPanel, or Node.js of Plesk; Passenger chooses the port.',
        `Application root:          ${dirname(startFile)}`,
        `Application startup file:  ${basename(startFile)}`,
        `Environment variable:      ITIH_WP=${wp}`,
        '# In wp-config.php, with the address of the application:',
        "#   define( 'ITIH_SIDECAR_URL', 'https://chat.example.com' );",
      ].join('\n');
    }
    default:
      return manager satisfies never;
  }
}
