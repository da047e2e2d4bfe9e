import { runPhp } from '../../stack.ts';

/**
 * Uninstalls as core does after deactivation: `uninstall.php` runs in a process that has not loaded the plugin. Gives
 * what `code`, the body of a PHP function, returns in this process afterwards.
 */
export async function uninstall<T>(code: string): Promise<T> {
  const active = await runPhp<string[]>(`
    $active = get_option( 'active_plugins' );
    update_option( 'active_plugins', array() );
    return $active;`);
  try {
    return await runPhp<T>(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      if ( defined( 'Itih\\\\RagChat\\\\VERSION' ) ) { throw new Exception( 'The plugin is loaded.' ); }
      uninstall_plugin( 'itih-rag-chat/itih-rag-chat.php' );
      ${code}`);
  } finally {
    await runPhp(`update_option( 'active_plugins', ${JSON.stringify(active)} );`);
  }
}
