/** Apache with Phusion Passenger, as panels of shared hosting run Node.js applications. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Children } from '../demo/children.ts';
import { must } from '../stack/commands.ts';
import { makeFolder } from '../stack/folders.ts';

/** Fields of "Setup Node.js App". */
interface Application {
  /** For Apache's own files. */
  folder: string;
  port: number;
  root: string;
  startupFile: string;
  /** ITIH_WP */
  wp: string;
}

const modules = '/usr/lib/apache2/modules';

/** https://www.phusionpassenger.com/docs/references/config_reference/apache/ */
/** @param sockets Folder with a short name: the path of a socket has at most 107 characters. */
const configuration = ({ folder, port, root, startupFile, wp }: Application, sockets: string) => `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${join(folder, 'apache.pid')}
ErrorLog ${join(folder, 'apache.log')}
DefaultRuntimeDir ${folder}
Mutex file:${folder} default
User www-data
Group www-data
LoadModule mpm_event_module ${modules}/mod_mpm_event.so
LoadModule authz_core_module ${modules}/mod_authz_core.so
LoadModule env_module ${modules}/mod_env.so
LoadModule passenger_module ${modules}/mod_passenger.so
PassengerRoot /usr/lib/ruby/vendor_ruby/phusion_passenger/locations.ini
PassengerInstanceRegistryDir ${sockets}
PassengerDisableSecurityUpdateCheck on
PassengerDisableAnonymousTelemetry on
<VirtualHost 127.0.0.1:${port}>
  DocumentRoot ${makeFolder(join(root, 'public'))}
  PassengerEnabled on
  PassengerAppRoot ${root}
  PassengerAppType node
  PassengerStartupFile ${startupFile}
  PassengerNodejs ${process.execPath}
  PassengerUser www-data
  PassengerGroup www-data
  PassengerMinInstances 1
  SetEnv ITIH_WP ${wp}
  <Directory />
    Require all granted
  </Directory>
</VirtualHost>
`;

/** Starts Apache with the application, which its first visitor starts. */
export function startPassenger(application: Application, children: Children): void {
  const { folder } = application;
  const file = join(folder, 'apache.conf');
  const sockets = mkdtempSync(join(tmpdir(), 'itih-passenger-'));
  chmodSync(sockets, 0o755); // The application's account reaches them.
  process.once('exit', () => rmSync(sockets, { recursive: true, force: true }));
  writeFileSync(file, configuration(application, sockets));
  children.start({
    name: 'Apache with Passenger',
    command: must('apache2'),
    args: ['-D', 'FOREGROUND', '-f', file],
    cwd: folder,
    log: join(folder, 'apache-out.log'),
  });
}
