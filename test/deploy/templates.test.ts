/** Templates of clouds and of Caddy: their formats, and that each has what the image needs. None of them is run here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

const repository = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(repository, name), 'utf8');

/** The image, with the port and the volume that it needs. */
const image = read('Dockerfile');
const port = Number(/ITIH_PORT=(\d+)/.exec(image)?.[1]);
const volume = /^VOLUME (\S+)$/m.exec(image)?.[1];
const account = /^ARG ACCOUNT=(\d+):/m.exec(image)?.[1];

test('the image has a port, a volume, and an account that is not root unless it is asked for', () => {
  expect([port, volume, account]).toEqual([8790, '/state', '65532']);
  expect(image).toContain('USER ${ACCOUNT}');
  expect(image).toContain('\nARG RELEASE=\n');
});

interface RenderService {
  dockerfilePath: string;
  healthCheckPath: string;
  disk: { mountPath: string };
  envVars: { key: string; value?: string; sync?: boolean }[];
}

test('Render builds from a release, keeps a disk, and asks for the code', () => {
  const { services } = parseYaml(read('render.yaml')) as { services: [RenderService] };
  const [{ dockerfilePath, healthCheckPath, disk, envVars }] = services;
  expect(existsSync(join(repository, dockerfilePath))).toBe(true);
  expect([disk.mountPath, healthCheckPath]).toEqual([volume, '/healthz']);
  expect(Object.fromEntries(envVars.map(({ key, ...rest }) => [key, rest]))).toEqual({
    ITIH_CONNECT: { sync: false },
    RELEASE: { sync: false },
    ACCOUNT: { value: '0' },
    PORT: { value: String(port) },
  });
});

interface Fly {
  build: { dockerfile: string; args: object };
  mounts: { destination: string }[];
  http_service: {
    internal_port: number;
    auto_stop_machines: string;
    checks: { path: string }[];
  };
}

test('Fly.io mounts the volume, calls the port, and never lets it sleep', () => {
  const text = read('deploy/fly.toml');
  const { build, mounts, http_service } = parseToml(text) as unknown as Fly;
  expect(build).toEqual({ dockerfile: 'Dockerfile', args: { ACCOUNT: '0' } });
  expect(mounts.map(({ destination }) => destination)).toEqual([volume]);
  expect(http_service).toMatchObject({ internal_port: port, auto_stop_machines: 'off' });
  expect(http_service.checks[0]?.path).toBe('/healthz');
  // A secret is no part of the file.
  expect(text).toContain('fly secrets set ITIH_CONNECT=…');
});

test('Railway builds the image, and starts nothing without the volume', () => {
  const { build, deploy } = JSON.parse(read('deploy/railway.json')) as Record<string, object>;
  expect(build).toEqual({ builder: 'DOCKERFILE', dockerfilePath: 'Dockerfile' });
  expect(deploy).toMatchObject({
    requiredMountPath: volume,
    healthcheckPath: '/healthz',
    numReplicas: 1,
  });
});

interface Compose {
  services: Record<'caddy' | 'sidecar', Record<string, unknown>>;
  volumes: object;
}

test('Caddy leads its name to the port, and the service has the code and no more rights than it needs', () => {
  const text = read('deploy/caddy/compose.yaml');
  const { services, volumes } = parseYaml(text) as Compose;
  const { caddy, sidecar } = services;
  expect(caddy['command']).toContain(`--to sidecar:${port}`);
  expect(sidecar).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    volumes: [`state:${volume}`],
  });
  expect(Object.keys(sidecar['environment'] as object)).toEqual(['ITIH_CONNECT']);
  expect(Object.keys(volumes)).toEqual(['certificates', 'state']);
  const head = text.slice(0, text.indexOf('services:'));
  for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(head).toContain(`${name}=`);
});

test('the archive has the image and the templates that are used from its folder', () => {
  const bundle = read('tools/package/bundle.ts');
  for (const name of ['Dockerfile', 'fly.toml', 'railway.json'])
    expect(bundle).toContain(`'${name}'`);
  expect(image.match(/^COPY Dockerfile .*$/gm)).toHaveLength(1);
});
