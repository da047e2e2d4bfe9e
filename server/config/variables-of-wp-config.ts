import { readWpConfig } from './wp-config.ts';

/** Variables that a service has anyway, with its own account's values. */
const ofAccount = new Set(['HOME', 'USER', 'LOGNAME', 'SHELL', 'PWD', 'OLDPWD', 'TERM', '_']);

/**
 * Returns the variables that a wp-config.php computes its constants from, such as `WORDPRESS_DB_NAME` in Docker's image:
 * a service does not have those of the shell that installs it.
 *
 * @param sure Variables that the service has.
 * @throws ConfigError when the file cannot be read
 */
export function variablesOfWpConfig(
  folder: string,
  all: Record<string, string | undefined>,
  sure: Record<string, string>,
  url: string,
): Record<string, string> {
  const said = (variables: Record<string, string | undefined>) =>
    JSON.stringify(readWpConfig(folder, variables, url));
  const whole = said(all);
  if (said(sure) === whole) return {};
  const needed = Object.entries(all).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !(entry[0] in sure) &&
      !ofAccount.has(entry[0]) &&
      // systemd's file of variables is read back with names like these.
      entry[0] === entry[0].toUpperCase() &&
      said({ ...all, [entry[0]]: undefined }) !== whole,
  );
  return Object.fromEntries(needed);
}
