import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { cacheFolder, makeFolder } from './folders.ts';
import { Unavailable, updateLists } from './packages.ts';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Commands of apt for a Debian suite that need not be the machine's own. */
export interface DebianSuite {
  /** Names of the packages that `name` depends on or recommends. */
  dependencies: (name: string) => Promise<string[]>;
  /** Downloads the packages' files into `folder`. */
  download: (names: string[], folder: string) => Promise<void>;
  /** Downloads them and all that they depend on, whatever this machine has of it, into `folder`. */
  downloadWhole: (names: string[], folder: string) => Promise<void>;
}

/** Where this machine gets Debian from: its own apt configuration knows. */
async function archive(): Promise<string> {
  const format = '$(ORIGIN)\t$(LABEL)\t$(COMPONENT)\t$(REPO_URI)';
  const list = () => run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const pick = (text: string) =>
    text
      .split('\n')
      .map((line) => line.split('\t'))
      .find(
        ([origin, label, component]) => `${origin}/${label}/${component}` === 'Debian/Debian/main',
      )
      ?.at(3);
  const address = pick(await list()) ?? pick(await updateLists().then(list));
  if (!address) throw new Unavailable('apt on this machine knows no Debian archive');
  return address;
}

/** A separate apt state: the machine's own sources, lists and status stay as they are. */
async function writeConfiguration(suite: string, folder: string): Promise<string> {
  for (const name of ['lists/partial', 'cache/archives/partial', 'sources', 'preferences']) {
    makeFolder(join(folder, name));
  }
  const source = [
    'Types: deb',
    `URIs: ${await archive()}`,
    `Suites: ${suite}`,
    'Components: main',
    ...(existsSync(keyring) ? [`Signed-By: ${keyring}`] : []),
  ];
  writeFileSync(join(folder, 'sources', 'suite.sources'), source.join('\n') + '\n');
  writeFileSync(join(folder, 'status'), '');
  const configuration = join(folder, 'apt.conf');
  const settings = {
    'Dir::State': folder,
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': join(folder, 'sources'),
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': join(folder, 'preferences'),
    'APT::Sandbox::User': 'root',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  writeFileSync(configuration, lines.join(''));
  return configuration;
}

export async function openSuite(suite: string): Promise<DebianSuite> {
  const folder = join(cacheFolder, 'apt', suite);
  const env = { APT_CONFIG: await writeConfiguration(suite, folder) };
  await run('apt-get', ['update', '-qq'], { env });
  return {
    async dependencies(name) {
      const text = await run('apt-cache', ['depends', name], { env });
      return [...text.matchAll(/(?:Depends|Recommends): ([a-z0-9.+-]+)/g)].map(
        ([, found]) => found ?? '',
      );
    },
    async download(names, target) {
      await run('apt-get', ['download', '-qq', ...names], { env, cwd: target });
    },
    async downloadWhole(names, target) {
      makeFolder(join(target, 'partial'));
      const settings = [`Dir::Cache::archives=${target}`, 'Debug::NoLocking=1'];
      // As if to be installed on a machine that has nothing: the suite's status is empty.
      const command = ['install', '--download-only', '--no-install-recommends', '-qq', '-y'];
      const options = settings.flatMap((setting) => ['-o', setting]);
      await run('apt-get', [...command, ...options, ...names], { env });
    },
  };
}
