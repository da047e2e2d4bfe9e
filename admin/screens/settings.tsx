import type { Site } from '../site.ts';
import { Tools } from './tools.tsx';

export function Settings({ site }: { site: Site }) {
  return <Tools site={site} />;
}
