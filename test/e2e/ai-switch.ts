import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stack } from '../stack.ts';

/** Switches AI off in WordPress, as a plugin does it (since 7.0). Returns how to undo it. */
export function switchAiOff(): () => void {
  const folder = join(stack().wpDir, 'wp-content', 'mu-plugins');
  const plugin = join(folder, 'itih-test-ai-off.php');
  mkdirSync(folder, { recursive: true });
  writeFileSync(plugin, "<?php add_filter( 'wp_supports_ai', '__return_false' );");
  return () => rmSync(plugin, { force: true });
}
